"""Checks the daemon on a board's devices. usage: scenarios.py TEALIGHTD TEALIGHT PANEL-READER [NAME]…"""

import os
import subprocess
import sys
import time

from drawing import blank_clears_after_a_crash, both_panels_draw
from failures import (a_chip_that_goes_takes_nothing_with_it, failing_buses_are_survived,
                      missing_panels_are_waited_for, refusals_are_explained,
                      refused_lengths_are_named, silent_panels_hold_nothing_up)
from families import each_panel_draws
from hands import (buttons_are_understood, eight_buttons_are_eight, encoders_are_understood,
                   keys_are_understood)
from programs import exchange

gpiod = subprocess.run(["gpiodetect", "--version"], capture_output=True, text=True).stdout
print(f"Linux {os.uname().release} {os.uname().machine}, {gpiod.splitlines()[0]}", flush=True)
scenarios = [
    both_panels_draw, each_panel_draws, blank_clears_after_a_crash,
    buttons_are_understood, eight_buttons_are_eight, encoders_are_understood, keys_are_understood,
    missing_panels_are_waited_for, failing_buses_are_survived, silent_panels_hold_nothing_up,
    refused_lengths_are_named, refusals_are_explained, a_chip_that_goes_takes_nothing_with_it,
]
chosen = [scenario for scenario in scenarios if scenario.__name__ in sys.argv[4:]] or scenarios
for scenario in chosen:
    begin = time.monotonic()
    print(scenario.__name__.replace("_", " "), flush=True)
    scenario()
    print(f"  {time.monotonic() - begin:.0f} s", flush=True)
exchange.stop()
print(f"{len(chosen)} scenarios passed", flush=True)
