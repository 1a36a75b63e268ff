"""limited.py SECONDS MEGABYTES COMMAND…: runs it and says on standard error when it took more processor time or memory.

Builds with sanitizers need several times as much of both, so the limits are generous."""
import resource, subprocess, sys

seconds, megabytes = float(sys.argv[1]), float(sys.argv[2])
code = subprocess.run(sys.argv[3:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
if used.ru_utime + used.ru_stime > seconds:
    sys.exit(f"took {used.ru_utime + used.ru_stime:.1f} s of {seconds}")
if used.ru_maxrss / 1024 > megabytes:
    sys.exit(f"took {used.ru_maxrss / 1024:.0f} MB of {megabytes}")
sys.exit(code)
