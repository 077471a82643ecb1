"""Write or check the references: `python -m tools.reference [check]`."""

from __future__ import annotations

import sys

from tools.reference import main

sys.exit(main(sys.argv[1:]))
