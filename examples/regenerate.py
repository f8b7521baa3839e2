#!/usr/bin/env python3
"""Regenerates readings of a simulation from its seed and their numbers, and prints the answers and turns as CSV.

All chance is made here. The rules (which moves a throw allows, what a move leads to, who is in check) are asked of
`enochian position`. All moves are random, the procedure is ptah or kings, and nobody exchanges prisoners or withdraws.

All arithmetic is that of whole numbers of 64 bits without a sign; what is greater is cut off.

1. The seed of the reading. Reading i of a simulation with seed s has the number i, from 0, of SplitMix64 seeded with s, shifted
   right by one bit. `enochian read QUESTION --auto --seed` with this seed plays the same reading.
2. The generator. xoshiro256++, whose four words are the numbers 0 to 3 of SplitMix64 seeded with the seed of the reading. It
   gives one number for each turn, for a No Move too. The skipped turn of a frozen army is none.
3. The throw. Six times the number is a number of 128 bits. Its upper 64 bits and 1 are the throw; its lower 64 bits are the rest.
4. The candidates. All moves that the throw allows (RULES 8.3), in this order: the king, queens, rooks, bishops, knights, pawns;
   of one kind by the square they leave, from a1, b1 to h8; of one piece by the square it goes to, likewise; and of one move,
   where the pawn has a choice (RULES 5.2), to become a queen, a rook, a bishop, a knight. If there is none, it is a No Move.
5. The choice. The rest times the number of candidates has again 128 bits, and its upper 64 bits are the place of the chosen
   candidate, from 0. Another policy than random chooses in the same way between the candidates that it finds best.

A game has no throw. It draws a number for each turn all the same, and the rest of step 3 chooses from all legal moves.
"""

import argparse
import json
import subprocess
import sys

MASK = 2**64 - 1
ARMIES = {"a": "Air", "w": "Water", "f": "Fire", "e": "Earth"}


def splitmix64(seed, index):
    z = (seed + 0x9E3779B97F4A7C15 * (index + 1)) & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def xoshiro256plusplus(seed):
    def rotated(x, by):
        return (x << by | x >> 64 - by) & MASK

    a, b, c, d = (splitmix64(seed, index) for index in range(4))
    while True:
        yield (rotated((a + d) & MASK, 23) + a) & MASK
        c, d, shifted = c ^ a, d ^ b, b << 17 & MASK
        a, b, c, d = a ^ d, b ^ c, c ^ shifted, rotated(d, 45)


def order(move):
    """The place of a move among the candidates: by piece, square left, square gone to (a1, b1 ... h8), and promotion."""
    return "KQRBNP".index(move[0]), move[2], move[1], move[4], move[3], "QRBN".find(move[6:])


def output(*arguments):
    try:
        return subprocess.run(["enochian", *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout
    except FileNotFoundError:
        sys.exit("the program enochian was not found; add its folder to the search path (PATH)")
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)


class Rules:
    def __init__(self, setting):
        self.terms = {name: setting[name] for name in ("ruleset", "array", "dice")}
        self.program = subprocess.Popen(["enochian", "position", "moves", "-", "--reading"], text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, position, **more):
        print(json.dumps({"position": position, **self.terms, **more}), file=self.program.stdin)
        reply = json.loads(self.program.stdout.readline())
        return reply if "error" not in reply else sys.exit(reply["error"])

    def in_check(self, position, army):
        return ARMIES[army] in json.loads(output("position", "show", position, "--reading", "--json"))["check"]


def reading(rules, setting, limit, start, seed, number):
    """The answers by the Ptah and by the kings, and the turns."""
    querent = setting["angle"][0].lower()
    side, enemies = ("af", "we") if querent in "af" else ("we", "af")
    chance = xoshiro256plusplus(splitmix64(seed, number) >> 1)
    position, king, holding, outcome, ptah, kings, turns = start, None, False, None, "undecided", "undecided", []
    while not (outcome or len(turns) == limit or setting["procedure"] == "ptah" and ptah != "undecided"):
        army = position.split()[1][0]
        product = 6 * next(chance)
        throw, rest = (product >> 64) + 1, product & MASK
        moves = rules.ask(position, throw=throw)["moves"]
        move = sorted(moves, key=order)[rest * len(moves) >> 64] if moves != ["--"] else "--"
        turns.append((army, throw, move))
        reply = rules.ask(position, play=[move])
        position, outcome = reply["position"], reply["outcome"]
        _, turn, _, prisoners, _, _ = position.split()
        fallen = {army for army, captor in zip("awfe", prisoners) if captor != "-"}
        if army == querent and move[0] == "K":
            king = move[3:5]
        # RULES 8.6: a round begins at the end of a turn of the querent, and is complete when the next one begins.
        held = holding
        on_ptah = king == setting["ptah"] and querent not in fallen and (held or army == querent)
        holding = on_ptah and not rules.in_check(position, querent)
        complete = holding and turn[0] == querent and (held or army != querent)
        kings = "says no" if fallen.issuperset(side) else "says yes" if fallen.issuperset(enemies) else "undecided"
        if ptah == "undecided":
            ptah = "says yes" if kings == "undecided" and complete else kings
    return ptah, kings, turns


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("question", help="the question file")
    parser.add_argument("seed", type=int, help="the seed of the simulation")
    parser.add_argument("numbers", type=int, nargs="+", metavar="number", help="the number of a reading, from 0")
    asked = parser.parse_args()
    run = json.loads(output("simulate", asked.question, "--readings", "1", "--json"))
    setting = run["setting"]
    if setting["procedure"] not in ("ptah", "kings"):
        sys.exit(f"the procedure {setting['procedure']} is not supported; expected ptah or kings")
    start = output("position", "start", "--array", setting["array"], "--board", setting["board"],
                   "--first", setting["angle"], "--direction", setting["direction"]).strip()
    rules = Rules(setting)
    print("reading,ptah,kings,turn,army,throw,move")
    for number in asked.numbers:
        ptah, kings, turns = reading(rules, setting, run["limit"], start, asked.seed, number)
        for turn, (army, throw, move) in enumerate(turns, 1):
            print(number, ptah, kings, turn, ARMIES[army], throw, move, sep=",")


try:
    main()
except BrokenPipeError:  # nobody reads on
    sys.stderr.close()
