#!/usr/bin/env python3
"""Plays a level of the program against chance in Knightmare Chess or Armies of Faith, and prints its share of the games.

    python3 crates/benches/partner.py KIND LEVEL GAMES [TURNS [PROGRAM]]

The level plays a side, another in each game; the other sides play any act. A game that is open after the turns counts half. Beside the
share it prints, as a peer in the same run, what chance has in its place.
"""

import json
import random
import subprocess
import sys
import time

kind, level, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
limit, program = int((sys.argv[4:] or [400])[0]), (sys.argv[5:] or ["target/release/enochian"])[0]
engine = subprocess.Popen([program, "position", "moves", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(**request):
    engine.stdin.write(json.dumps({"kind": kind, **request}) + "\n")
    engine.stdin.flush()
    answer = json.loads(engine.stdout.readline())
    if "error" in answer:
        sys.exit(answer["error"])
    return answer


def play(number, level):
    """Plays a game, the level in one seat, or chance with none; its share, whether it is open, and the times of the level's moves."""
    chance, position, own, times = random.Random(number), start, None, []
    for turn in range(limit):
        answer = ask(position=position)
        if answer["outcome"] is not None:
            words = answer["outcome"].split()
            return (own in words[1] if words[0] == "won" else 0.5), False, times
        seat = position.split(" ")[1]
        own = seat if turn == number % seats else own
        if level and seat == own:
            begun = time.perf_counter()
            act = ask(position=position, best=f"level-{level}")["best"]
            times.append(time.perf_counter() - begun)
        else:
            act = chance.choice(answer["moves"])
        position = ask(position=position, play=[act])["position"]
    return 0.5, True, times


start = subprocess.run([program, "position", "start", "--kind", kind], capture_output=True, text=True, check=True).stdout.strip()
seats = {"three": 3, "free": 4, "faith": 4}[kind]
for name, strength in [(f"level-{level}", level), ("chance", None)]:
    played = [play(number, strength) for number in range(games)]
    shares = [float(share) for share, _, _ in played]
    share = sum(shares) / games
    width = 1.96 * (sum((one - share) ** 2 for one in shares) / max(games - 1, 1) / games) ** 0.5
    times = sorted(one for game in played for one in game[2]) or [0]
    print(f"{kind} {name}: {share:.3f} ± {width:.3f} of {games} games, {sum(is_open for _, is_open, _ in played)} open after {limit} "
          f"turns; a move takes {1000 * times[len(times) // 2]:.1f} ms, at most {1000 * times[-1]:.0f} ms", flush=True)
engine.stdin.close()
