#!/usr/bin/env python3
"""Holds a program against the positions and games in the files beside this one (README.md).

    python3 run.py COMMAND [ARGUMENT …]
"""

import json
import subprocess
import sys
from pathlib import Path


def agrees(expected, answer):
    """Whether an answer has what is expected; moves may come in any order."""
    def plain(value):
        return sorted(value) if isinstance(value, list) else value
    return all(key in answer and plain(answer[key]) == plain(value) for key, value in expected.items())


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        program = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
    except OSError as error:
        sys.exit(f"error: {sys.argv[1]} does not start: {error}")
    is_wrong = False
    for file in sorted(Path(__file__).resolve().parent.glob("*.jsonl")):
        right, unknown, wrong = 0, 0, []
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            case = json.loads(line)
            try:
                program.stdin.write(json.dumps(case["ask"]) + "\n")
                program.stdin.flush()
                answer = json.loads(program.stdout.readline())
            except (OSError, ValueError) as error:
                sys.exit(f"error: {file.name}:{number}: no answer of one line of JSON: {error}")
            if agrees(case["expect"], answer):
                right += 1
            elif "error" in answer and "kind" in case["ask"]:
                unknown += 1
            else:
                wrong.append((number, case, answer))
        print(f"{file.name}: {right} agree, {len(wrong)} do not, {unknown} were answered with an error")
        for number, case, answer in wrong[:1]:
            print(f"  line {number}: asked {json.dumps(case['ask'])[:400]}")
            print(f"  expected {json.dumps(case['expect'])[:400]}\n  answered {json.dumps(answer)[:400]}")
        is_wrong |= bool(wrong)
    program.stdin.close()
    sys.exit(is_wrong)


main()
