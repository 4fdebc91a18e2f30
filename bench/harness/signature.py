"""What one RSA-2048 signature costs on this machine now."""

import subprocess


def signature(seconds=1):
    """Seconds of CPU for one signature, as `openssl speed` counts its own."""
    outcome = subprocess.run(
        ["openssl", "speed", "-mr", "-seconds", str(seconds), "rsa2048"], capture_output=True, text=True, check=True)
    # +F2:2:2048:signatures a second:verifications a second
    line = next(line for line in outcome.stdout.splitlines() if line.startswith("+F2:"))
    return 1 / float(line.split(":")[3])
