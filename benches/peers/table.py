"""The table of `run`: the fastest round of each, and what cardwright does in the same time."""

import sys


def main():
    speeds, lengths, digests = {}, {}, {}
    for line in open(sys.argv[1], encoding="utf-8"):
        program, game, speed, length, digest = line.rstrip("\n").split("\t")
        speeds.setdefault((program, game), []).append(int(speed))
        lengths[program, game] = length
        if digest != "-":
            digests.setdefault(game, set()).add(digest)
    apart = [game for game, seen in digests.items() if len(seen) > 1]
    if apart:
        sys.exit(f"the programs came to different games of {', '.join(apart)}: their speeds say nothing")

    fastest = {row: max(measured) for row, measured in speeds.items()}  # other load can only slow a round
    ours = [fastest["cardwright, native", game] for game in ("Banana Wars", "Cuba Libre")]
    print("| program | game | decisions a game | decisions/s | Banana Wars is | Cuba Libre is |")
    print("| --- | --- | --: | --: | --: | --: |")
    for (program, game), speed in fastest.items():
        ratios = (f"{own / speed:.2f} ×" for own in ours)
        print("|", " | ".join([program, game, lengths[program, game], f"{speed:,}", *ratios]), "|")


main()
