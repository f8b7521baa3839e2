#!/usr/bin/env python3
"""Learns to play the querent's side by policy gradient: python3 examples/agent.py

The other side is played by the policy `purpose`. The agent weighs each possible move by what an observation shows of its two squares: what
moves, what it takes, whether an enemy attacks there, how far the Ptah is. It learns the weights from the answers alone (REINFORCE
with Adam). Needs NumPy and the package. Prints the shares of yes, on readings that it does not learn from: those of three policies, and for
each seed that before it has learned, at four moments, and at the end.
"""

import argparse
import multiprocessing
import os

# Two processes learn at a time, each on one processor.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import enochian
import numpy as np

SIZE, READINGS = 256, 20_000
FILES, RANKS = np.arange(64) % 8, np.arange(64) // 8
ACROSS, UP = FILES[:, None] - FILES, RANKS[:, None] - RANKS
FAR = np.maximum(abs(ACROSS), abs(UP))
# The squares of each action: the pairs that are numbered, and then those of pawns that choose what they become.
PAIRS = [(a, b) for a in range(64) for b in range(64) if a != b and (not ACROSS[a, b] or not UP[a, b] or abs(ACROSS[a, b]) == abs(UP[a, b]) or abs(ACROSS[a, b] * UP[a, b]) == 2)]
EDGE = [(48 + origin, 56 + target) for origin in range(8) for target in range(8) if abs(origin - target) <= 1]
ORIGIN, TARGET = np.array(PAIRS + [pair for pair in EDGE for _ in range(4)]).T
# What attacks by a leap: a king, a queen (two squares), a knight, and the pawns of the armies on either side.
QUEEN = (FAR == 2) & ((ACROSS == 0) | (UP == 0) | (abs(ACROSS) == abs(UP)))
LEAPS = {kind: leaps.astype(np.float32) for kind, leaps in ((0, FAR == 1), (1, QUEEN), (4, abs(ACROSS * UP) == 2))}
PAWNS = {army: ((ACROSS == step) & (abs(UP) == 1)).astype(np.float32) for army, step in ((9, -1), (27, 1))}
LINES = {2: [(1, 0), (-1, 0), (0, 1), (0, -1)], 3: [(1, 1), (1, -1), (-1, 1), (-1, -1)]}


def attacked(planes):
    """For each reading and square, how many kinds of the enemies' pieces attack it."""
    pieces = planes[:, :36].astype(np.float32)
    free = (pieces.sum(1) == 0).reshape(-1, 8, 8)
    found = np.zeros((len(planes), 64), np.float32)
    for army in (9, 27):
        for kind, leaps in LEAPS.items():
            found += pieces[:, army + kind] @ leaps
        found += pieces[:, army + 5 : army + 9].sum(1) @ PAWNS[army]
    for kind, lines in LINES.items():
        from_here = (pieces[:, 9 + kind] + pieces[:, 27 + kind]).reshape(-1, 8, 8)
        for up, across in lines:
            moving = from_here
            for _ in range(7):
                step = np.zeros_like(moving)
                step[:, max(up, 0) : 8 + min(up, 0), max(across, 0) : 8 + min(across, 0)] = moving[:, max(-up, 0) : 8 + min(-up, 0), max(-across, 0) : 8 + min(-across, 0)]
                found += step.reshape(-1, 64)
                moving = step * free
                if not moving.any():
                    break
    return found


def features(batch):
    """A row for each possible move, and the reading that each is of."""
    planes = batch.observations.reshape(len(batch), 65, 64)
    rows, places = np.nonzero(batch.legal >= 0)
    actions = batch.legal[rows, places]
    origin, target = ORIGIN[actions], TARGET[actions]
    ptah = planes[:, 58].argmax(1)[rows]
    under = np.minimum(attacked(planes), 2)
    mover = planes[rows, :9, origin].astype(np.float32)
    taken = (planes[rows, 9:18, target] + planes[rows, 27:36, target]).astype(np.float32)
    here, there = under[rows, origin][:, None], under[rows, target][:, None]
    far, was = FAR[ptah, target][:, None], FAR[ptah, origin][:, None]
    king, near = mover[:, :1], (far <= 2) * taken.sum(1, keepdims=True)
    kinds = np.concatenate([mover[:, :5], mover[:, 5:].sum(1, keepdims=True)], 1)
    table = np.concatenate(
        [taken, near, kinds * there, kinds * here, kinds * (far - was), kinds * (far == 0), king * (was == 0), (far == 1) * kinds], 1
    ).astype(np.float32)
    return np.concatenate([table, table * planes[rows, 60, :1]], 1), rows, actions


def choose(weights, batch, chance):
    """An action for each reading, with the gradient of the logarithm of its probability."""
    table, rows, actions = features(batch)
    firsts = np.searchsorted(rows, np.arange(len(batch)))
    values = table @ weights
    odds = np.exp(values - np.maximum.reduceat(values, firsts)[rows])
    shares = odds / np.add.reduceat(odds, firsts)[rows]
    sums = np.cumsum(shares)
    until = (sums[firsts] - shares[firsts]) + chance.random(len(batch)) * (1 - 1e-6)
    chosen = np.minimum(np.searchsorted(sums, until), np.append(firsts[1:], len(rows)) - 1)
    chosen = np.maximum(chosen, firsts)
    return actions[chosen], table[chosen] - np.add.reduceat(table * shares[:, None], firsts)


def begin(size, seed):
    return enochian.ReadingBatch("brother", size, agents="querent", policy="purpose", seed=seed)


def share_of_yes(weights, seed, readings):
    """That of the first readings of a seed."""
    batch, chance, yes, done = begin(SIZE, seed), np.random.default_rng(seed), 0, 0
    side = int(batch.armies[0])
    while done < readings:
        numbers = batch.episodes.copy()
        batch.step(choose(weights, batch, chance)[0])
        ended = (batch.terminations | batch.truncations) & (numbers < readings)
        done, yes = done + int(ended.sum()), yes + int((batch.rewards[ended, side] > 0).sum())
    return yes / readings


def learn(seed, decisions):
    """The shares of yes before, at four moments, and at the end."""
    batch, chance = begin(SIZE, 1000 + seed), np.random.default_rng(seed)
    width, side = features(batch)[0].shape[1], int(batch.armies[0])
    weights, mean, square = np.zeros(width, np.float32), np.zeros(width), np.zeros(width)
    trace, baseline, steps, curve = np.zeros((SIZE, width), np.float32), 0.0, 0, [share_of_yes(weights, 1, 4000)]
    for moment in range(1, 6):
        while SIZE * steps < decisions * moment / 5:
            actions, slope = choose(weights, batch, chance)
            trace = 0.97 * trace + slope
            batch.step(actions)
            steps += 1
            ended = batch.terminations | batch.truncations
            if ended.any():
                gains = batch.rewards[ended, side]
                slope = ((gains - baseline)[:, None] * trace[ended]).mean(0)
                baseline += 0.01 * (gains.mean() - baseline)
                trace[ended] = 0
                mean, square = 0.95 * mean + 0.05 * slope, 0.999 * square + 0.001 * slope**2
                weights += (0.01 * mean / (np.sqrt(square) + 1e-3)).astype(np.float32)
        curve.append(share_of_yes(weights, 1, 4000 if moment < 5 else READINGS))
    return curve


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=2_000_000, help="how many each makes while it learns")
    parser.add_argument("--seeds", type=int, default=5)
    options = parser.parse_args()
    for name in ["random", "greedy", "purpose"]:
        answers = enochian.simulate("brother", READINGS, seed=1, policy=f"others=purpose querent={name}").summary().answers
        print(f"{name}: {100 * answers['ptah']['yes'] / READINGS:.1f} %")
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        learning = [pool.apply_async(learn, (seed, options.decisions)) for seed in range(options.seeds)]
        for seed, curve in enumerate(learning):
            print(f"seed {seed}: " + ", ".join(f"{100 * yes:.1f} %" for yes in curve.get()), flush=True)


if __name__ == "__main__":
    main()
