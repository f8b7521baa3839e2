#!/usr/bin/env python3
"""Compares the environment for agents with OpenSpiel's backgammon: python3 crates/benches/environment.py

Both are played by chance on one processor, in turn, nine times each, and both make an observation and the list of possible actions for each
step. A step is one decision of one agent; the throws, and the turns without a choice, are part of it. Prints the medians and
their ratios. It needs the package and `pip install open_spiel`.
"""

import os
import statistics
import time

import enochian
import numpy
import pyspiel

SIZE, STEPS, PEER_STEPS, RUNS = 256, 4000, 30_000, 9


def enochians(size, steps, **options):
    """A batch of readings or games, every action by chance."""
    batch, chance, rows = enochian.ReadingBatch("brother", size, **options), numpy.random.default_rng(1), numpy.arange(size)
    legal, counts, observations = batch.legal, batch.counts, batch.observations
    begun, seen = time.perf_counter(), 0
    for _ in range(steps):
        batch.step(legal[rows, (chance.random(size) * counts).astype(numpy.int64)])
        seen += int(observations[0, 0, 0, 0])
    return size * steps / (time.perf_counter() - begun)


def backgammons(steps):
    """OpenSpiel's backgammon, every action by chance."""
    game, chance = pyspiel.load_game("backgammon"), numpy.random.default_rng(1)
    state, done = game.new_initial_state(), 0
    begun = time.perf_counter()
    while done < steps:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
        else:
            state.observation_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
            done += 1
    return steps / (time.perf_counter() - begun)


if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
PLAYED = {
    "backgammon of OpenSpiel": lambda: backgammons(PEER_STEPS),
    f"enochian, {SIZE} readings, all armies by agents": lambda: enochians(SIZE, STEPS),
    f"enochian, {SIZE} readings, others by chance": lambda: enochians(SIZE, STEPS // 2, agents="querent"),
    f"enochian, {SIZE} readings, others greedy": lambda: enochians(SIZE, STEPS // 2, agents="querent", policy="greedy"),
    f"enochian, {SIZE} games, all armies by agents": lambda: enochians(SIZE, STEPS // 2, procedure="game"),
    "enochian, one reading": lambda: enochians(1, 20_000),
}
runs = [[play() for play in PLAYED.values()] for _ in range(RUNS)]
for name, rates in zip(PLAYED, zip(*runs)):
    peer = statistics.median(rate / run[0] for rate, run in zip(rates, runs))
    print(f"{name}: {statistics.median(rates):,.0f} steps a second, {peer:.1f} of OpenSpiel", flush=True)
