"""What several tests share."""

import json
import os
import subprocess

import pytest
from program import PROGRAM


@pytest.fixture
def program(tmp_path):
    """Runs the program with a notebook of its own, and returns what it prints: parsed, if that is JSON."""
    if not PROGRAM.exists():
        pytest.skip("the program is not built")

    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    options = {"cwd": tmp_path, "env": environment}

    def run(*arguments, fails=False, raw=False):
        command = [PROGRAM, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, timeout=120, **options)
        assert (done.returncode != 0) == fails, done.stderr
        if raw:
            return done.stdout
        printed = done.stdout.decode()
        return json.loads(printed) if "--json" in arguments else printed + done.stderr.decode()

    def start(*arguments):
        """Starts it, for whoever wants to type something."""
        pipe = subprocess.PIPE
        return subprocess.Popen([PROGRAM, *map(str, arguments)], stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", **options)

    run.start = start
    return run
