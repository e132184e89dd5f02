"""The daemon on a board's devices: each scenario is one thing that must hold.

usage: scenarios.py TEALIGHTD TEALIGHT PANEL-READER [NAME]…
"""

import os
import subprocess
import sys
import time

import browser
import drawing
import failures
import families
import framebuffers
import hands
import lights
import setup
from programs import exchange

gpiod = subprocess.run(["gpiodetect", "--version"], capture_output=True, text=True).stdout
print(f"Linux {os.uname().release} {os.uname().machine}, {gpiod.splitlines()[0]}", flush=True)
scenarios = [
    drawing.both_panels_draw,
    drawing.blank_clears_after_a_crash,
    families.each_panel_draws,
    families.paper_shows_its_test_card,
    lights.lights_shine,
    hands.buttons_are_understood,
    hands.eight_buttons_are_eight,
    hands.encoders_are_understood,
    hands.keys_are_understood,
    hands.motion_lights_a_dark_display,
    browser.a_press_and_a_camera_let_a_browser_in,
    setup.a_conversation_sets_up,
    setup.a_hat_and_options_answer_for_somebody,
    setup.a_read_only_boot_partition_stops_only_who_changes_it,
    failures.missing_panels_are_waited_for,
    failures.failing_buses_are_survived,
    failures.silent_panels_hold_nothing_up,
    failures.paper_that_is_never_done_holds_nothing_up,
    failures.refused_lengths_are_named,
    failures.refusals_are_explained,
    failures.a_closed_output_ends_it,
    failures.a_chip_that_comes_and_goes_takes_nothing_with_it,
]
# Debian's arm64 has no virtual framebuffer.
if os.path.exists("/dev/fb0"):
    scenarios.append(framebuffers.framebuffers_draw)
# Those that take long come where they are named.
long = [families.each_size_draws]
chosen = [scenario for scenario in scenarios + long if scenario.__name__ in sys.argv[4:]] or scenarios
for scenario in chosen:
    begin = time.monotonic()
    print(scenario.__name__.replace("_", " "), flush=True)
    scenario()
    print(f"  {time.monotonic() - begin:.0f} s", flush=True)
exchange.stop()
print(f"{len(chosen)} scenarios passed", flush=True)
