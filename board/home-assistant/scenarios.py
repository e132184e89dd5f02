"""A board in Home Assistant: each scenario is one thing that must hold.

usage: scenarios.py MACHINE CHECKOUT FOLDER-OF-PROGRAMS FOLDER-FOR-FILES [NAME]…
"""

import asyncio
import signal
import sys
import time

from home import Home
from programs import Board, Broker, Exchange, expect, until

UPBIT, BINANCE = "upbit_krw_btc", "binance_btcusdt"


class House:
    async def build(self):
        self.broker = Broker()
        self.upbit = await Exchange.start("upbit")
        self.binance = await Exchange.start("binance", "er-api", "frankfurter")
        self.board = Board(self.broker, [self.upbit, self.binance])
        self.home = Home()
        # Both start at once, as after a power cut.
        await asyncio.gather(self.home.start(), self.board.start())
        await self.home.onboard()
        await self.home.running()
        await self.settled()

    async def settled(self):
        """Home Assistant has all entities of the board, and hears them."""
        await until(lambda: self.board.discovery and not self.unheard(), self.unheard)

    def unheard(self):
        return [entity for entity in self.components() if self.home.state(entity) in
                (None, "unavailable")]

    def announcements(self):
        return [text for topic, text in self.broker.heard if topic == self.board.discovery_topic]

    def components(self, *platforms):
        """What the board announces, by the names that Home Assistant has for it."""
        # What is being taken back has nothing but its platform.
        found = [c for c in self.board.discovery["cmps"].values() if "uniq_id" in c]
        return {c["def_ent_id"]: c for c in found if not platforms or c["p"] in platforms}

    async def lost(self, entities):
        await until(lambda: all(map(self.home.is_lost, entities)),
                    lambda: [e for e in entities if not self.home.is_lost(e)])

    async def shows(self, entity, value):
        await until(lambda: self.home.state(entity) == value,
                    lambda: f"{entity} is {self.home.state(entity)} and not {value}: "
                    f"{self.board.says('state')}\n{self.board.log}")


async def every_entity_is_there(house):
    components = house.components()
    text = house.broker.topics[house.board.discovery_topic]
    print(f"  {len(components)} entities in a discovery message of {len(text)} bytes")
    registry = await house.home.entities()
    for entity, component in components.items():
        assert registry[component["uniq_id"]]["entity_id"] == entity, entity
    expect(len(registry) == len(components), "Home Assistant has these entities and no others")
    expect(await house.home.devices() == ["tealight desk"], "they are one device")
    names = [house.home.attribute(entity, "friendly_name") for entity in components]
    expect(len(set(names)) == len(names), "no two have one name")


async def a_screen_is_commanded(house):
    light = "light.tealight_desk_screen"
    home, board = house.home, house.board
    for service, data, state in (
            ("turn_on", {"brightness_pct": 30}, {"state": "ON", "brightness": 30}),
            ("turn_off", {}, {"state": "OFF", "brightness": 0}),
            ("turn_on", {}, {"state": "ON", "brightness": 30}),
            ("turn_on", {"brightness_pct": 100}, {"state": "ON", "brightness": 100})):
        await home.call(f"light.{service}", light, **data)
        await until(lambda: board.says("light") == state, lambda: f"{board.says('light')}, not {state}")
        await house.shows(light, state["state"].lower())
        if state["state"] == "ON":
            await until(lambda: round((home.attribute(light, "brightness") or 0) * 100 / 255)
                        == state["brightness"], lambda: home.states[light])
        print(f"  {service} {data}: {state}")


async def every_choice_is_taken(house):
    async def choose(entity, options):
        key = entity.removeprefix("select.tealight_desk_")
        first = house.home.state(entity)
        # What comes to the front by itself cannot be chosen.
        options = [option for option in options if option not in (first, "alert", "notice")]
        for option in [*options, first]:
            await house.home.call("select.select_option", entity, option=option)
            await house.shows(entity, option)
            await until(lambda: house.board.says("state")[key] == option, f"the topic's {option}")
        print(f"  {key}: {', '.join(options)}, {first}")

    async def count(entity):
        for value in ("30", "0"):
            await house.home.call("number.set_value", entity, value=value)
            await house.shows(entity, value)
        print(f"  {entity}: 30, 0")

    # In what it can be shown depends on the market.
    selects = house.components("select")
    market = "select.tealight_desk_market"
    begin = len(house.announcements()) - 1
    await choose(market, selects.pop(market)["options"])
    await asyncio.gather(*(choose(entity, select["options"]) for entity, select in selects.items()),
                         *map(count, house.components("number")))
    expect(len(set(house.announcements()[begin:])) == 1, "the board announces no other entities")


async def every_button_presses(house):
    def state(key):
        return house.board.says("state")[key]

    async def press(name, happens):
        count = len(house.broker.heard)
        await house.home.call("button.press", f"button.tealight_desk_{name.replace('-', '_')}")
        await until(lambda: (house.board.topic("set/command"), name.encode())
                    in house.broker.heard[count:], f"the press of {name}")
        await until(happens, lambda: f"what {name} does: {house.board.says('state')}")
        pressed.add(name)

    pressed = set()
    first, second = house.components("select")["select.tealight_desk_market"]["options"]
    page = state("page")
    await press("next-market", lambda: state("market") == second)
    await press("previous-market", lambda: state("market") == first)
    await press("next-page", lambda: state("page") != page)
    await press("home", lambda: state("page") == page)
    for name in ("favourite", "favourite", "snooze", "retry-now"):
        await press(name, lambda: True)
    names = {component["pl_prs"] for component in house.components("button").values()}
    expect(pressed == names, f"{len(names)} buttons press")
    expect("ignored a command" not in house.board.log, "no command was refused")


async def a_notice_is_shown(house):
    text = "세탁이 끝났습니다 🧺"
    await house.home.call("notify.send_message", "notify.tealight_desk_notice", message=text)
    await until(lambda: text in house.board.says("state")["said"], house.board.says("state"))
    expect((house.board.topic("set/notice"), text.encode()) in house.broker.heard,
           "its Korean text arrives, and is on the screen")
    await house.shows("select.tealight_desk_page", "notice")
    await house.home.call("button.press", "button.tealight_desk_home")
    await house.shows("select.tealight_desk_page", "glance")


async def the_picture_is_the_boards(house):
    entity = "image.tealight_desk_picture"
    size = 0
    for _ in range(20):
        kept = house.broker.topics[house.board.topic("picture")]
        if await house.home.image(entity) == kept:
            size = len(kept)
            break
        await asyncio.sleep(0.5)
    assert kept.startswith(b"\x89PNG")
    expect(size, f"Home Assistant shows its {size} bytes")


async def prices_are_numbers_with_units(house):
    for market, topic, unit in ((UPBIT, "upbit/KRW-BTC", "KRW"), (BINANCE, "binance/BTCUSDT", "USDT")):
        price, change = (f"sensor.tealight_desk_{name}_{market}" for name in ("price", "change"))
        expect(house.home.attribute(price, "unit_of_measurement") == unit
               and house.home.attribute(change, "unit_of_measurement") == "%"
               and house.home.attribute(price, "state_class") == "measurement",
               f"{house.home.attribute(price, 'friendly_name')} is in {unit}")

        def agrees():
            told = house.board.says(f"market/{topic}")
            return (float(house.home.state(price)) == told["price"]
                    and abs(float(house.home.state(change)) - told["change"] * 100) < 1e-9)
        await until(agrees, lambda: house.board.says(f"market/{topic}"))
        print(f"  {house.home.state(price)} {unit}, {house.home.state(change)} %")


async def a_recorder_is_not_swamped(house):
    entities = house.components()
    await until(lambda: all(house.home.rows(entities).values()), "the first rows")
    before = house.home.rows(entities)
    await asyncio.sleep(60)
    rows = {entity: count - before[entity] for entity, count in house.home.rows(entities).items()
            if count != before[entity]}
    print(f"  {sum(rows.values())} rows in a minute: "
          + ", ".join(f"{entity} {count}" for entity, count in rows.items()))
    expect(max(rows[f"sensor.tealight_desk_price_{market}"] for market in (UPBIT, BINANCE)) <= 7,
           "a price has a row each ten seconds at most")


async def a_lost_exchange_takes_its_prices_along(house):
    upbit = [f"sensor.tealight_desk_{name}_{UPBIT}" for name in ("price", "change")]
    alert = "event.tealight_desk_alert"
    heard = house.home.state(alert)
    house.upbit.signal(signal.SIGSTOP)
    try:
        await house.lost(upbit)
        await house.shows("binary_sensor.tealight_desk_feed_upbit", "off")
        lost = [entity for entity in house.components() if house.home.is_lost(entity)]
        expect(lost == upbit, "the prices of what is not heard are unavailable, and nothing else")
        await until(lambda: house.home.state(alert) != heard, "the alert")
        attributes = house.home.states[alert]["attributes"]
        assert attributes["event_type"] == "feed_lost", attributes
        print(f"  an alert is an event: {attributes['sentence']}")
        await house.shows("binary_sensor.tealight_desk_alert_in_front", "on")
        await house.shows("select.tealight_desk_page", "alert")
        await house.home.call("button.press", "button.tealight_desk_snooze")
        await house.shows("binary_sensor.tealight_desk_alert_in_front", "off")
        print("  and is snoozed")
    finally:
        house.upbit.signal(signal.SIGCONT)
    await house.settled()
    await house.shows("binary_sensor.tealight_desk_feed_upbit", "on")
    print("  and all comes back")


async def a_home_that_starts_is_told_again(house):
    count = len(house.announcements())
    house.broker.publish("homeassistant/status", "online")
    await until(lambda: len(house.announcements()) > count, "the announcement")


async def a_command_that_was_kept_is_not_obeyed(house):
    topic = house.board.topic("set/page")
    page = house.board.says("state")["page"]
    house.board.kill()
    await until(lambda: house.board.status == b"offline", "its last will")
    house.broker.publish(topic, "chart", retain=True)
    await house.board.start()
    await house.settled()
    house.broker.publish(topic, "", retain=True)
    expect(house.board.says("state")["page"] == page, "the page is the same")


async def what_is_gone_is_removed(house):
    before = await house.home.entities()
    gone = {f"tealight-desk_{name}" for name in
            ("price-binance-btcusdt", "change-binance-btcusdt", "feed-binance")}
    house.board.configure(house.board.MARKETS[:1])
    house.board.reload()
    await until(lambda: house.board.discovery and len(house.components()) == len(before) - len(gone),
                "the shorter announcement")
    await until(lambda: house.home.state(f"sensor.tealight_desk_price_{BINANCE}") is None,
                "the sensor's end")
    left = await house.home.entities()
    expect(before.keys() - left.keys() == gone and left.keys() <= before.keys(),
           "a market that is configured no more takes its entities along")
    await until(lambda: not [topic for topic in house.broker.topics
                             if "desk" in topic and "binance" in topic], "the end of its topics")
    print("  and the broker keeps nothing of it")
    house.board.configure()
    house.board.reload()
    await until(lambda: len(house.components()) == len(before), "the market again")
    await house.settled()


async def who_may_not_command_sees_no_commands(house):
    house.board.configure(mqtt="control = false")
    house.board.reload()
    platforms = ("light", "select", "number", "button", "notify")
    await until(lambda: not house.components(*platforms), "the announcement without commands")
    await until(lambda: not [entity for entity in house.home.states
                             if entity.split(".")[0] in platforms and "tealight_desk" in entity],
                "the end of all that commands")
    await house.settled()
    house.board.configure()
    house.board.reload()
    await until(lambda: house.components("light"), "the commands again")
    await house.settled()


async def a_new_name_is_another_device(house):
    for old, new in (("desk", "shelf"), ("shelf", "desk")):
        house.board.configure(name=new)
        house.board.reload()
        await until(lambda: house.board.status == b"online", lambda: house.board.log)
        await house.settled()
        await until(lambda: not [entity for entity in house.home.states
                                 if f"tealight_{old}" in entity], "the old entities' end")
        expect(await house.home.devices() == [f"tealight {new}"], f"{old} is {new}")
        await until(lambda: not [topic for topic in house.broker.topics
                                 if topic.startswith((f"tealight/{old}/", "homeassistant/device/"))
                                 and topic != house.board.discovery_topic],
                    lambda: f"kept: {list(house.broker.topics)}")


async def a_dead_board_is_unavailable(house):
    entities = house.components()
    house.board.kill()
    await house.lost(entities)
    expect(len(entities), "all entities are unavailable")
    await house.home.restart()
    await house.home.running()
    await house.lost(entities)
    expect(len(await house.home.entities()) == len(entities),
           "Home Assistant has them after its own restart, unavailable")
    await house.board.start()
    await house.settled()
    print("  and hears all of them once the board is back")


SCENARIOS = [
    every_entity_is_there,
    a_screen_is_commanded,
    every_choice_is_taken,
    every_button_presses,
    a_notice_is_shown,
    the_picture_is_the_boards,
    prices_are_numbers_with_units,
    a_recorder_is_not_swamped,
    a_lost_exchange_takes_its_prices_along,
    a_home_that_starts_is_told_again,
    a_command_that_was_kept_is_not_obeyed,
    what_is_gone_is_removed,
    who_may_not_command_sees_no_commands,
    a_new_name_is_another_device,
    a_dead_board_is_unavailable,
]


async def main():
    chosen = [scenario for scenario in SCENARIOS if scenario.__name__ in sys.argv[5:]] or SCENARIOS
    house, begin = House(), time.monotonic()
    try:
        await house.build()
        print(f"Home Assistant runs after {time.monotonic() - begin:.0f} s", flush=True)
        for scenario in chosen:
            begin = time.monotonic()
            print(scenario.__name__.replace("_", " "), flush=True)
            await scenario(house)
            print(f"  {time.monotonic() - begin:.0f} s", flush=True)
        await house.home.end()
    finally:
        print("Home Assistant complains of "
              + ("\n  ".join(["", *house.home.warnings]) or "nothing"), flush=True)
    assert not house.home.warnings
    print(f"{len(chosen)} scenarios passed", flush=True)


asyncio.run(main())
