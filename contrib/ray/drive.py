"""Plays the shards of a simulation on a Ray cluster, and writes one file for each.

    python contrib/ray/drive.py 100 results banana-wars --seat all=ai:4000 --games 20000

`cardwright` must be on the path of every node, or in $CARDWRIGHT. A lost shard is played again.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import ray


@ray.remote(num_cpus=1, max_retries=3)
def play(shard: str, arguments: list[str]) -> tuple[int, str, str]:
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "games.csv"
        command = [os.environ.get("CARDWRIGHT", "cardwright"), "sim", *arguments]
        command += ["--shard", shard, "--threads", "1", "--out", str(out)]
        run = subprocess.run(command, capture_output=True, text=True)
        return run.returncode, out.read_text() if out.exists() else "", run.stdout + run.stderr


def main() -> int:
    count, folder, arguments = int(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    folder.mkdir(parents=True, exist_ok=True)
    ray.init()
    failed = 0
    for shard, run in enumerate([play.remote(f"{n}/{count}", arguments) for n in range(count)]):
        code, games, messages = ray.get(run)
        (folder / f"{shard}.csv").write_text(games)
        if code != 0:
            failed += 1
            print(f"shard {shard} ended with code {code}:\n{messages}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
