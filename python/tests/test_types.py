"""The types that editors and checkers see are those of the package."""

import subprocess
import sys


def test_the_stubs_fit():
    command = [sys.executable, "-m", "mypy.stubtest", "enochian", "--concise"]
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
