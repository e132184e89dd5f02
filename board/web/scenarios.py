"""The daemon in browsers: each scenario is one thing that must hold.

usage: scenarios.py FOLDER-OF-PROGRAMS FOLDER-FOR-PICTURES [NAME]…
"""

import sys
import time

import crowd
import page

scenarios = [
    page.pixels_are_the_panels,
    page.keys_and_clicks_press,
    page.a_press_that_waits_is_given_up,
    page.blind_people_are_told,
    page.pages_from_elsewhere_are_refused,
    page.the_ninth_is_told_why,
    page.who_has_the_password_is_let_in,
    page.it_is_grey_without_the_daemon,
    page.it_fits_every_window,
    page.it_has_a_picture_without_scripts,
    crowd.a_crowd_looks_at_a_busy_market,
]
chosen = [scenario for scenario in scenarios if scenario.__name__ in sys.argv[3:]] or scenarios
for scenario in chosen:
    begin = time.monotonic()
    print(scenario.__name__.replace("_", " "), flush=True)
    scenario()
    print(f"  {time.monotonic() - begin:.0f} s", flush=True)
print(f"{len(chosen)} scenarios passed", flush=True)
