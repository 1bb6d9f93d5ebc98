"""Prints the table of `run`: the fastest round of each program, and its ratio to cardwright's speed."""

import sys


def main():
    speeds, lengths, digests = {}, {}, {}
    for line in open(sys.argv[1], encoding="utf-8"):
        program, game, speed, length, digest = line.rstrip("\n").split("\t")
        speeds.setdefault((program, game), []).append(int(speed))
        lengths[program, game] = length
        if digest != "-":
            digests.setdefault(game, set()).add(digest)
    different = [game for game, game_digests in digests.items() if len(game_digests) > 1]
    if different:
        sys.exit(f"the programs played different games of {', '.join(different)}: their speeds cannot be compared")

    fastest = {row: max(measured) for row, measured in speeds.items()}  # other load can only slow a round
    cardwright_speeds = [fastest["cardwright, native", game] for game in ("Banana Wars", "Cuba Libre")]
    print("| program | game | decisions a game | decisions/s | Banana Wars is | Cuba Libre is |")
    print("| --- | --- | --: | --: | --: | --: |")
    for (program, game), speed in fastest.items():
        ratios = (f"{cardwright / speed:.2f} ×" for cardwright in cardwright_speeds)
        print("|", " | ".join([program, game, lengths[program, game], f"{speed:,}", *ratios]), "|")


main()
