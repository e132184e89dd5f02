"""One hub and its followers: each scenario is one thing that must hold.

usage: scenarios.py FOLDER-OF-PROGRAMS MINUTES [NAME]…
"""

import signal
import sys
import time

from programs import (MARKETS, Board, Crowd, Exchanges, Line, Mosquitto, Nats, Program, expect, minutes,
                      stop_for, until)

# What an age may be wrong by, and what a beat may be late by: seconds.
AGE_ERROR = 0.5
BEAT = 0.5
CANDLE = 5


class Fleet:
    """A broker, exchanges, and a hub that hears them."""

    def __init__(self, broker):
        self.exchanges = Exchanges()
        self.broker = broker()
        self.hub = Board.hub(self.exchanges)
        until(self.hub.is_live, lambda: f"the hub: {self.hub.log}")
        self.watchers = []
        self.watch("hub")

    def watch(self, hub):
        """From now on it is known what that hub tells."""
        watcher = Crowd(1, hub)
        until(lambda: watcher.is_live, lambda: f"{hub} tells nothing")
        self.watchers.append(watcher)
        return watcher

    def followers(self, count, *hubs, name="follower", **options):
        """Boards that show what the hub shows."""
        boards = [Board.follower(f"{name}-{number}", *hubs, **options) for number in range(count)]
        self.live(boards)
        return boards

    def crowd(self, count=1000):
        crowd = Crowd(count)
        until(lambda: crowd.is_live, lambda: f"the crowd: {crowd.report['heard']} hear the hub", 120)
        until(lambda: crowd.report["whole"] == count,
              lambda: f"rings: {crowd.report['whole']} have all of them", 120)
        return crowd

    def live(self, boards, since=None, seconds=90):
        """Waits until all of them show something newer; how long that took."""
        begin = time.time()
        since = begin if since is None else since
        until(lambda: all(board.is_live(since) for board in boards),
              lambda: "; ".join(f"{board.name}: {board.newest} {board.log}" for board in boards
                                if not board.is_live(since))[:4000], seconds)
        return time.time() - begin


def candle_of(line):
    """What tells one state of a market from another: its price, and the volume of its candle so far."""
    live = line["live"]
    return live and (line["price"], live["start"] * 1000, live["volume"])


def percentiles(delays):
    delays = sorted(delays)
    return tuple(delays[min(len(delays) - 1, int(len(delays) * part))] * 1000 for part in (0.5, 0.99))


def states_of(hub, since):
    """When the hub showed each state first."""
    states = {}
    for line in hub.lines:
        if line["price"] is not None:
            states.setdefault(candle_of(line), line["time"])
    return {state: at for state, at in states.items() if state and at > since}


def delays_of(board, states):
    """From the hub's line to the follower's with the same."""
    shown = {}
    for line in board.lines:
        if (state := candle_of(line)) in states:
            shown.setdefault(state, line["time"])
    return [at - states[state] for state, at in shown.items()]


def delays_of_crowd(crowd, states):
    for beat, times in crowd.report["beats"]:
        market = beat["markets"].get(MARKETS[0], {})
        if len(candle := market.get("candle", [])) > 5:
            if at := states.get((market["price"], candle[0], candle[5])):
                yield from (time - at for time in times)


def measure(fleet, who, boards, crowd=None, seconds=20):
    """A line of the table."""
    count = (crowd.count if crowd else len(boards)) + len(fleet.watchers)
    # What is told to joiners is not counted.
    time.sleep(15)
    if crowd:
        crowd.ask("start")

    def counts():
        return [time.time(), fleet.broker.sent, fleet.broker.program.seconds, fleet.hub.seconds]

    before = counts()
    time.sleep(seconds)
    after = counts()
    span, sent, broker, hub = (b - a for a, b in zip(before, after))
    time.sleep(1)
    states = states_of(fleet.hub, before[0])
    states = {state: at for state, at in states.items() if at < after[0]}
    delays = [delay for board in boards for delay in delays_of(board, states)]
    if crowd:
        delays = list(delays_of_crowd(crowd, states))
    assert delays, "no follower showed a price of the hub"
    p50, p99 = percentiles(delays)
    print(f"  {who:<22} {100 * broker / span:8.1f} {100 * hub / span:8.1f} {sent / span / count:10.0f}"
          f" {p50:8.0f} {p99:8.0f}", flush=True)


def print_head():
    print(f"  {'followers':<22} {'broker %':>8} {'hub %':>8} {'B/s each':>10} {'p50 ms':>8} {'p99 ms':>8}",
          flush=True)


class Timeline:
    """The prices of the first market by the lines and beats of hubs, and until when each was the newest."""

    def __init__(self, hubs, watchers):
        self.spans = {}
        for hub in hubs:
            told = [(line["time"], line["price"]) for line in hub.lines if line["price"] is not None]
            # A hub draws less often than it tells. The exchange's clock is this machine's.
            told += [(beat["sources"]["upbit"]["clock"] / 1000, beat["markets"][MARKETS[0]]["price"])
                     for watcher in watchers for beat, _ in watcher.report["beats"]
                     if watcher.hub == hub.name and MARKETS[0] in beat["markets"]
                     and beat["sources"]["upbit"]["clock"]]
            told.sort()
            for (begin, price), (end, _) in zip(told, told[1:] + [(hub.ended, None)]):
                self.spans.setdefault(price, []).append((begin, end))

    def lateness(self, line):
        """How much older than it says a line is, in seconds; None of a price that no hub has told."""
        past = [end for begin, end in self.spans.get(line["price"], []) if begin <= line["time"] + AGE_ERROR]
        # Ages are whole seconds.
        return max(0, line["time"] - line["age"] - 1 - max(past)) if past else None


def expect_honest(fleet, boards, *hubs, since, slack=AGE_ERROR):
    """No line is older than it says, and none shows what no hub has told."""
    timeline, checked, worst = Timeline(hubs or [fleet.hub], fleet.watchers), 0, 0
    for board in boards:
        for line in board.lines:
            if line["time"] < since or line["price"] is None or line["age"] is None:
                continue
            late = timeline.lateness(line)
            assert late is not None, f"{board.name} shows a price of its own: {line}"
            assert late <= BEAT + slack, f"{board.name} shows something {late:.2f} s older than it says: {line}"
            checked, worst = checked + 1, max(worst, late)
    expect(checked, f"{checked} lines of {len(boards)} boards are the hub's, {worst:.2f} s older than they say")


def boards_and_a_crowd_hear_one_hub(fleet):
    print_head()
    boards = []
    for count in (1, 10, 50):
        boards += fleet.followers(count - len(boards), name=f"of-{count}")
        measure(fleet, f"{count} board{'s' * (count > 1)}", boards)
    for board in boards:
        board.kill()
    measure(fleet, "1,000 light ones", [], fleet.crowd())


def a_hub_and_a_follower_cost_little(fleet):
    alone = Board.hub(fleet.exchanges, "alone", "")
    follower, = fleet.followers(1)
    boards = {"hub": fleet.hub, "the same without hub": alone, "follower": follower}
    time.sleep(20)
    before = {board: board.seconds for board in boards.values()}
    time.sleep(40)
    print(f"  {'with 11 markets':<22} {'CPU %':>8} {'private kB':>11}")
    for name, board in boards.items():
        print(f"  {name:<22} {100 * (board.seconds - before[board]) / 40:8.2f} {board.private_memory:11}",
              flush=True)


def ages_are_the_hubs(fleet):
    """To the millisecond as a follower tells them, which is itself a hub, and as boards show them."""
    relay = Board.follower("relay", "hub", mqtt="hub = true")
    boards = fleet.followers(5)
    fleet.live([relay])
    crowds = [*fleet.watchers, fleet.watch("relay")]
    time.sleep(10)
    since = time.time() + 2
    stop_for(fleet.exchanges, 22)
    silent_until = time.time()
    heard, ours = ([times[0] - source["age"] / 1000 for beat, times in crowd.report["beats"]
                    for name, source in beat["sources"].items()
                    if name == "upbit" and times and since < times[0] < silent_until] for crowd in crowds)
    true = min(heard)
    errors = [true - other for other in ours]
    expect(max(map(abs, errors)) <= AGE_ERROR,
           f"{len(errors)} ages told less true: {min(errors):+.3f} to {max(errors):+.3f} s")
    shown = [line for board in boards for line in board.lines if since < line["time"] < silent_until]
    # What is shown is whole seconds.
    errors = [line["age"] - (line["time"] - true) for line in shown]
    expect(-1 - AGE_ERROR <= min(errors) and max(errors) <= AGE_ERROR,
           f"{len(shown)} ages shown less true: {min(errors):+.2f} to {max(errors):+.2f} s")

    def links(board):
        return {line["link"] for line in board.lines if since < line["time"] < silent_until}

    expect(all(links(board) == links(fleet.hub) for board in boards), f"links are the hub's: {links(fleet.hub)}")
    fleet.live([fleet.hub, *boards])
    expect_honest(fleet, boards, since=since)


def candles_are_the_hubs(fleet):
    """All candles as a follower tells them, which is itself a hub, and those that boards show."""
    relay = Board.follower("relay", "hub", mqtt="hub = true")
    boards = fleet.followers(5)
    fleet.live([relay])
    crowds = [*fleet.watchers, fleet.watch("relay")]
    begin = time.time()
    time.sleep(minutes * 60)
    end = time.time() - 3 * CANDLE
    told, ours = (crowd.report["candles"] for crowd in crowds)
    count = 0
    for market, candles in told.items():
        for start, candle in candles.items():
            if begin < int(start) / 1000 < end - CANDLE:
                other = ours.get(market, {}).get(start)
                assert other == candle, f"{market} at {start}: the hub has {candle}, the follower {other}"
                count += 1
    expect(count >= len(MARKETS) * (minutes * 60 - 5 * CANDLE) / CANDLE,
           f"{count} candles of {len(told)} markets are equal")

    def closed(board):
        return {line["closed"]["start"]: line["closed"] for line in board.lines
                if line["closed"] and begin + CANDLE < line["time"] < end}

    told = closed(fleet.hub)
    for board in boards:
        for start, candle in closed(board).items():
            assert candle == told[start], f"{board.name} shows {candle}, the hub {told[start]}"
    expect(told, f"{len(told)} candles on the displays of {len(boards)} boards are equal")


def all_rejoin_at_once(fleet):
    boards, crowd = fleet.followers(3), fleet.crowd()
    since, cost = time.time(), fleet.broker.program.seconds
    crowd.ask("rejoin")
    until(lambda: crowd.is_live, lambda: f"{crowd.report['heard']} hear the hub")
    heard = time.time() - since
    until(lambda: crowd.report["whole"] == crowd.count, lambda: f"{crowd.report['whole']} have all rings")
    expect(True, f"1,000 hear the hub after {heard:.1f} s, and have all rings after {time.time() - since:.1f} s,"
           f" for {fleet.broker.program.seconds - cost:.1f} s of the broker's processor")
    fleet.live(boards)
    expect_honest(fleet, boards, since=since)


def a_broker_stops_for_a_while(fleet):
    boards, crowd = fleet.followers(5), fleet.crowd()
    since = time.time()
    stop_for(fleet.broker.program, 5)
    expect(fleet.live(boards) < 10, f"all are live again after {fleet.live(boards):.1f} s")
    until(lambda: crowd.is_live, lambda: f"{crowd.report['heard']} hear the hub")
    expect(crowd.report["lost"] == 0, "nobody lost the connection")
    time.sleep(5)
    expect_honest(fleet, boards, since=since)


def a_broker_forgets_everything(fleet):
    boards, crowd = fleet.followers(3), fleet.crowd()
    since = time.time()
    fleet.broker.program.kill()
    time.sleep(3)
    fleet.broker.start()
    again = time.time()
    fleet.live([fleet.hub])
    fleet.live(boards, since=again + 1)
    print(f"  the boards are live again {time.time() - again:.1f} s after the broker", flush=True)
    until(lambda: crowd.is_live, lambda: f"{crowd.report['heard']} hear the hub")
    late = fleet.followers(1, name="late")
    until(lambda: late[0].newest["closed"], lambda: f"the candles of one who comes later: {late[0].newest}")
    expect(True, "one who comes later has candles")
    expect_honest(fleet, boards + late, since=since)


def a_second_hub_takes_over(fleet):
    first, second = fleet.hub, Board.hub(fleet.exchanges, "hub2")
    fleet.live([second])
    fleet.watch("hub2")
    boards = fleet.followers(5, "hub", "hub2")
    time.sleep(5)
    since = time.time()
    first.kill()
    until(lambda: all('from hub "hub2"' in board.log for board in boards), lambda: boards[0].log)
    fleet.live(boards)
    print(f"  the second hub is followed {time.time() - since:.1f} s after the first was killed", flush=True)
    time.sleep(5)
    fleet.hub = Board.hub(fleet.exchanges)
    fleet.live([fleet.hub])
    time.sleep(10)
    second.kill()
    again = time.time()
    time.sleep(10)
    expect(all(line["link"] == "streaming" for board in boards for line in board.lines if line["time"] > again),
           "the first one is followed when it is back: nobody misses the second")
    fleet.live(boards)
    expect_honest(fleet, boards, first, fleet.hub, second, since=since)


def exchanges_are_asked_without_hubs(fleet):
    boards = fleet.followers(5, mqtt="fallback = true", tables=fleet.exchanges.tables,
                             top=f'markets = ["{MARKETS[0]}", "{MARKETS[4]}"]')
    expect(not any(board.streams for board in boards), "nobody asks an exchange while there is a hub")
    fleet.hub.kill()
    since = time.time()
    waited = {}

    def all_ask():
        for board in boards:
            if board not in waited and board.streams and board.is_live(since + 1):
                waited[board] = time.time() - since
        return len(waited) == len(boards)

    until(all_ask, lambda: f"{len(waited)} of five; {boards[0].log}", 80)
    print("  the exchanges themselves are shown after "
          + ", ".join(f"{seconds:.0f}" for seconds in sorted(waited.values())) + " s", flush=True)
    fleet.hub = Board.hub(fleet.exchanges)
    fleet.live([fleet.hub])
    since = time.time()
    until(lambda: not any(board.hears_exchanges() for board in boards),
          lambda: f"connections: {[board.streams for board in boards]}; {boards[0].log}")
    print(f"  nobody hears them {time.time() - since:.0f} s after there is a hub again", flush=True)
    since = time.time() + 1
    time.sleep(10)
    fleet.live(boards)
    expect_honest(fleet, boards, since=since)


def a_line_delays_and_loses(fleet):
    line = Line(100, 2)
    boards = fleet.followers(5, port=line.PORT)
    since = time.time()
    print_head()
    measure(fleet, "5 at 100 ms, 2 % lost", boards, seconds=40)
    expect_honest(fleet, boards, since=since, slack=AGE_ERROR + 0.5)


def nats_does_the_same(fleet):
    print_head()
    boards = fleet.followers(1)
    measure(fleet, "1 board, NATS", boards)
    since, crowd = time.time(), fleet.crowd()
    measure(fleet, "1,000 light, NATS", [], crowd)
    expect_honest(fleet, boards, since=since)


def is_passed(scenario):
    begin = time.monotonic()
    print(scenario.__name__.replace("_", " "), flush=True)
    try:
        scenario(Fleet(Nats if scenario is nats_does_the_same else Mosquitto))
    except AssertionError as failure:
        print(f"  FAILED: {failure}", flush=True)
        return False
    finally:
        Program.end_all()
    print(f"  {time.monotonic() - begin:.0f} s", flush=True)
    return True


SCENARIOS = [
    boards_and_a_crowd_hear_one_hub,
    a_hub_and_a_follower_cost_little,
    ages_are_the_hubs,
    candles_are_the_hubs,
    all_rejoin_at_once,
    a_broker_stops_for_a_while,
    a_broker_forgets_everything,
    a_second_hub_takes_over,
    exchanges_are_asked_without_hubs,
    a_line_delays_and_loses,
    nats_does_the_same,
]
# Who is told to end takes the programs along.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
unknown = set(sys.argv[3:]) - {scenario.__name__ for scenario in SCENARIOS}
if unknown:
    sys.exit(f"there is no scenario {', '.join(sorted(unknown))}")
chosen = [scenario for scenario in SCENARIOS if scenario.__name__ in sys.argv[3:]] or SCENARIOS
passed = sum([is_passed(scenario) for scenario in chosen])
print(f"{passed} of {len(chosen)} scenarios passed", flush=True)
sys.exit(passed != len(chosen))
