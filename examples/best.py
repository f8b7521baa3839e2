"""Plays a game of Enochian chess with the program by lines of JSON: the program for the passives, the first legal move for the
actives. Any other program can take the place of the first move.

    python3 examples/best.py [PROGRAM]
"""

import json
import subprocess
import sys

program = sys.argv[1] if len(sys.argv) > 1 else "enochian"
array = ["--board", "air", "--array", "Air of Air & Water"]
position = subprocess.run([program, "position", "start", *array], capture_output=True, text=True, check=True).stdout.strip()

with subprocess.Popen([program, "position", "moves", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:

    def ask(**request):
        engine.stdin.write(json.dumps(request) + "\n")
        engine.stdin.flush()
        answer = json.loads(engine.stdout.readline())
        if "error" in answer:
            sys.exit(answer["error"])
        return answer

    outcome = None
    for turn in range(1, 401):
        army = position.split(" ")[1][0]
        if army in "we":
            found = ask(position=position, best="level-3")
            move, words = found["best"], f"estimate {found['estimate']:.2f} of {found['nodes']} positions"
        else:
            move, words = ask(position=position)["moves"][0], ""
        print(f"{turn:3}. {army} {move:8} {words}".rstrip())
        after = ask(position=position, play=[move])
        position, outcome = after["position"], after["outcome"]
        if outcome:
            break
    print(f"The game ends: {outcome}." if outcome else "The game is open after 400 turns.")
    engine.stdin.close()
