extension TableHelp {
  /// Of each table, by its name; that of the file itself is empty.
  static let all: [String: TableHelp] = [
    "": TableHelp(
      keys: [
        "language": """
        What it speaks. Korean is in Hangul of nine rows on low panels and beside small \
        digits; elsewhere it is as high as digits are where there are shades and fonts-nanum, of \
        sixteen rows where not.
        """,
        "exchanges": KeyHelp(
          """
          The exchanges that may serve `BASE/QUOTE`, the preferred first. The first that lists \
          the market speaks, and while it is silent for long the next one; the screen says \
          who.
          """,
          default: "all"),
        "markets": """
        What is shown, the first one first: `exchange:CODE` in the exchange's own spelling, or \
        `BASE/QUOTE` for whoever has it. `tealight markets WORD` finds codes such as \
        `coinbase:BTC-USD` and `kraken:BTC/USD`; `dogechain:DOGE-USD` is the only one there.
        """,
        "failover_after_seconds": "The same as in `[link]`, which counts where both have it.",
        "layout": """
        How the glance begins: with everything, with the price as large as it can be, with the \
        candles, or with this market and the next. The command `next-layout` goes on from \
        there.
        """,
        "theme": "What it looks like; `night` is dim and red.",
        "colours": KeyHelp(
          """
          Of up and down: `red-blue` as in Korea, `red-green` as in China and Japan, \
          `blue-orange` for eyes that do not tell red from green.
          """,
          default: "the language's"),
        "pages": KeyHelp(
          "The pages that `next-page` turns, in its order.",
          default: """
            all but those that have nothing to show: `premium` without a coin in won and in dollars, \
            `wallet` without an exchange that tells of it, `portfolio` without holdings
            """),
        "home": "The page to begin with and to come back to.",
        "home_after_seconds": "How long after the last press the page `home` comes back.",
        "rotate_every_seconds": """
        How often the next market is shown by itself. A press pauses it for a minute.
        """,
        "currency": KeyHelp(
          """
          What prices are shown in; `own` is each market's own. The command `next-currency` \
          changes it. Where no rate is known the own price stays; `≈` is by a stale rate, \
          takes a dollar coin for a dollar, or holds the kimchi premium.
          """,
          default: "`\"own\"`"),
        "second_currency": "What the price on the glance is shown in besides.",
      ]),
    "exchange.NAME": TableHelp(
      "Where an exchange is called, in place of its own servers.",
      keys: [
        "websocket": KeyHelp("Where its stream is.", default: "the exchange's own"),
        "rest": KeyHelp("Where it answers calls.", default: "the exchange's own"),
        "ca_file": KeyHelp(
          "A private CA for these two; no other is trusted then.",
          default: "the system's"),
      ]),
    "exchange.NAME.HOST": TableHelp(
      """
      The same for the hosts that are tried where the usual ones are blocked. Who names only \
      the usual ones means only those.
      """,
      keys: [
        "websocket": KeyHelp("Where its stream is.", default: "the exchange's own"),
        "rest": KeyHelp("Where it answers calls.", default: "the exchange's own"),
        "ca_file": KeyHelp(
          "A private CA for these two; no other is trusted then.",
          default: "the system's"),
      ]),
    "rates": TableHelp(
      """
      What a dollar is worth. Without this table nobody is asked, unless there is a \
      `currency`, a `second_currency` or an alert of a premium.
      """,
      keys: [
        "app_id_file": """
        Open Exchange Rates' App ID, in a file with nothing else that nobody but its owner and \
        group may read. It may begin with `$CREDENTIALS_DIRECTORY/`, what systemd hands to a \
        service: `/etc/tealight/credentials/oxr` is `$CREDENTIALS_DIRECTORY/key_oxr`.
        """,
        "currencies": "What a dollar's worth is asked in.",
        "sources": KeyHelp(
          """
          Who is asked, the preferred first; the next one only while those before it cannot be \
          had or are days old: `openexchangerates` (hourly, with a key), `frankfurter` (the \
          European Central Bank's, on working days) and `er-api` (daily; Rates By Exchange \
          Rate API, https://www.exchangerate-api.com).
          """,
          default: "those that need no key, and with `app_id_file` all"),
      ]),
    "rates.SOURCE": TableHelp(
      "Where a source of rates is called.",
      keys: [
        "rest": KeyHelp(
          "Where it answers calls. A key goes over https or to this machine only.",
          default: "the source's own"),
        "ca_file": KeyHelp(
          "A private CA for it; no other is trusted then.",
          default: "the system's"),
      ]),
    "holding": TableHelp(
      "What is held, for the portfolio; at most a hundred.",
      keys: [
        "amount": "How much of it there is.",
        "average_price": KeyHelp("What one cost, in the market's quote.", default: "not said"),
        "market": """
        What it is of, as in `markets`, where `asset` does not say it. A market that is not \
        among them is followed, too.
        """,
        "asset": """
        What it is of, where `market` does not say it, for the first of the markets that has \
        it.
        """,
      ]),
    "coingecko": TableHelp(
      "What is known of coins beyond any exchange.",
      keys: [
        "key_file": KeyHelp(
          "A key of CoinGecko's demo plan, in a file as `app_id_file` of `[rates]`.",
          default: "none, and five calls a minute at most"),
        "rest": KeyHelp(
          "Where it answers calls. A key goes over https or to this machine only.",
          default: "CoinGecko's own"),
        "ca_file": KeyHelp(
          "A private CA for it; no other is trusted then.",
          default: "the system's"),
      ]),
    "link": TableHelp(
      keys: [
        "stale_after_seconds": "After how much silence a price is no longer fresh.",
        "poll_every_seconds": "How often the exchange is asked while there is no stream.",
        "failover_after_seconds": """
        How long an exchange is silent before the next one that may serve the market is asked.
        """,
        "documentation": KeyHelp(
          """
          What explains everything, which the link page shows as a QR code where it has room \
          for one.
          """,
          default: """
            none, and the code itself holds a short manual, which a phone shows without a \
            network: what the first button does, and the names of these pages
            """),
      ]),
    "chart": TableHelp(
      "What the chart page shows until something else is chosen by a button.",
      keys: [
        "style": """
        What the chart and the glance draw: candles, or an area from where the day's change is \
        counted from.
        """,
        "span": "How long the chart's candles are. The command `next-span` goes through them.",
        "indicator": """
        What is drawn beside the candles. The command `next-indicator` goes through them.
        """,
        "period": KeyHelp(
          "On how many candles the averages, the bands and the strength look back.",
          default: "20, of `rsi` 14"),
      ]),
    "face": TableHelp(
      keys: [
        "folder": KeyHelp(
          """
          Faces of your own: `plunge.png`, `down.png`, `flat.png`, `up.png`, `soar.png`, \
          `asleep.png` and `lost.png`. Those that are missing are drawn.
          """,
          default: "all are drawn"),
        "blink": """
        Whether the frog closes its eyes for a moment every twelve seconds, where it is drawn and the \
        display is not paper.
        """,
      ]),
    "marks": TableHelp(
      keys: [
        "folder": KeyHelp(
          """
          Marks of your own for the detail page: `BTC.png` and other codes. Those that are \
          missing are a letter in a disc.
          """,
          default: "all are letters")
      ]),
    "list": TableHelp(
      keys: [
        "favourites_first": """
        Whether favourites stand before all others, however the list is sorted.
        """,
        "source": """
        What the list page shows: the markets that are named, or those in which most is traded \
        on an exchange, which is asked every 30 seconds while the page is shown.
        """,
        "exchange": KeyHelp(
          "Of `top`: the exchange.",
          default: "that of the first market that can be ranked"),
        "quote": KeyHelp("Of `top`: the currency.", default: "that of the exchange's first market"),
        "top": "Of `top`: how many markets are shown.",
      ]),
    "night": TableHelp(
      "The hours in which displays are dimmed.",
      keys: [
        "hours": "When displays are dimmed; it may end on the day after.",
        "brightness": """
        Percent of a display's own brightness then; 0 is off, and a press lights it and does \
        nothing else.
        """,
        "wake_seconds": """
        How long a press lights what is off, and how long it stays lit when the motion sensor \
        sees nobody any more.
        """,
      ]),
    "care": TableHelp(
      "What keeps an OLED from ageing.",
      keys: [
        "dim_after_minutes": """
        After how long without a press, and with nobody before the motion sensor, an OLED is \
        dimmed; 0 is never.
        """,
        "dim_to": "Percent of its own brightness then.",
        "shift": "Whether after an hour its picture moves by a pixel every ten minutes.",
      ]),
    "paper": TableHelp(
      "When e-paper is refreshed.",
      keys: [
        "refresh_percent": """
        How far the price moves from the one on paper until a refresh is worth it, in percent.
        """,
        "refresh_candles": """
        After how many candles of five seconds a refresh is worth it in any case.
        """,
        "full_every": "How many partial refreshes are followed by a full one.",
      ]),
    "metrics": TableHelp(
      "What tells Prometheus how tealight is.",
      keys: [
        "file": """
        Where every 15 seconds all metrics are written, for the textfile collector of Prometheus' \
        node_exporter; it is gone while tealight is stopped. The service may write there only after \
        `systemctl edit tealight`, as `board/manual/web.md` says.
        """
      ]),
    "web": TableHelp(
      """
      A browser in the same network shows what the panels show and presses their buttons. Nothing \
      listens without this table. At `127.0.0.1` alone, without `names` and `proxy`, whoever \
      has an account on the board may look and press.
      """,
      keys: [
        "listen": """
        Where it listens: numeric addresses of the board, those of IPv6 in brackets, each with its \
        port or at 8470. `0.0.0.0` and `[::]` are all of its networks.
        """,
        "password_file": KeyHelp(
          "A file with the password that opens it in a browser; nobody else may read the file.",
          default: "none"),
        "token_file": KeyHelp(
          """
          A file with the token that opens it to programs: `Authorization: Bearer TOKEN`. \
          `tealight send` and `tealight notify` take it from here.
          """,
          default: "none"),
        "pairing": """
        Whether a secret on the panel opens it: the link page shows one for two minutes after a \
        press on it.
        """,
        "certificate": KeyHelp(
          "A PEM file with its certificate, for HTTPS. It is read again on a reload.",
          default: "it speaks plain HTTP"),
        "key": "The PEM file with the key of `certificate`.",
        "names": KeyHelp(
          "What browsers call it besides its addresses and the board's own name.",
          default: "none"),
        "proxy": KeyHelp(
          "Addresses of proxies whose `Forwarded` says truly who asks.",
          default: "none"),
        "view_only": "Whether visitors may look, and press nothing.",
      ]),
    "alert": TableHelp(
      """
      What comes to the front by itself, one table for each, at most sixty-four. A table has \
      one of `above`, `below`, `change_percent`, `day_high`, `day_low`, `premium_above`, \
      `premium_below` and `feed_lost`. Any press snoozes the alert in front and does nothing \
      else. It leaves by itself when it is over, and after ten minutes.
      """,
      keys: [
        "above": "The price is higher, in the market's quote.",
        "below": "The price is lower, in the market's quote.",
        "change_percent": "The price moved so many per cent up or down.",
        "within_minutes": "Of `change_percent`: from any price of so many minutes.",
        "premium_above": """
        So many per cent more is paid in won than in dollars. Rates are asked for as by \
        `second_currency`.
        """,
        "premium_below": "No more than so many per cent more is paid in won than in dollars.",
        "day_high": "The price is higher than all before it today.",
        "day_low": "The price is lower than all before it today.",
        "feed_lost": "An exchange that was heard is silent.",
        "after_seconds": "Of `feed_lost`: for so long.",
        "market": KeyHelp("Which market is looked at.", default: "all"),
        "hysteresis_percent": KeyHelp(
          """
          How far things go back until the alert is over and may come again: per cent of the \
          price, and of premiums and changes so many of their own.
          """,
          default: "0.5, of a small change half of it"),
        "snooze_minutes": "How long a press takes it away.",
        "hook": """
        What is run when the alert comes to the front for the first time, with one line of \
        JSON on its standard input: `time`, `alert`, `market`, `level`, `figure`, `price` and \
        `sentence`. It has `PATH`, `LANG` and `TEALIGHT_HOOK` and nothing else of the \
        environment, works in `/`, and lives in the service's sandbox; what it writes goes \
        nowhere. Four run at once; what fails is a line on the log.
        """,
        "hook_timeout_seconds": "After how long the hook is ended with all that it has started.",
      ]),
    "alerts": TableHelp(
      "What holds for all alerts.",
      keys: [
        "quiet": """
        When no alert and no notice comes, and no hook runs. What still holds, and what was \
        sent, comes at the end.
        """
      ]),
    "display": TableHelp(
      "One table for each panel.",
      keys: [
        "board": """
        What says everything below, and the inputs: a file in `/usr/share/tealight/boards`, \
        without its `.toml`, or with a slash the path of one. What stands beside it replaces \
        what the file says.
        """,
        "panel": "What the panel is, where no board is named.",
        "bus": """
        The bus that it is connected to: `/dev/i2c-N`, `/dev/spidevB.C`, lines of a GPIO chip and nothing \
        else, `/dev/fbN` by its number or its driver's name, a light of `/sys/class/leds`, or \
        a file that every transaction is written into.
        """,
        "size": KeyHelp(
          "The glass as it stands, where the panel comes in several sizes.",
          default: "the panel's first"),
        "address": KeyHelp("The I2C address.", default: "0x3c, of an SSD1327 0x3d"),
        "speed_hz": KeyHelp("The clock of SPI.", default: "the panel's usual"),
        "chip": "What has the lines below.",
        "dc": "The line that tells data from commands.",
        "reset": "The line that resets the controller.",
        "backlight": """
        What lights the panel from behind: a line, `/sys/class/backlight/NAME`, or a channel \
        of `/sys/class/pwm/pwmchipCHIP`.
        """,
        "display": "Of a Sharp Memory LCD: the line that shows what is in it.",
        "power": "Of e-paper: the line that switches it on.",
        "busy": "Of e-paper: the line that is high while it is at work.",
        "red": "Of an RGB LED: the line that lights red.",
        "green": "Of an RGB LED: the line that lights green.",
        "blue": "Of an RGB LED: the line that lights blue.",
        "data": "Of a strip of APA102 on `gpio`: the line of its data.",
        "clock": "Of a strip of APA102 on `gpio`: the line of its clock.",
        "offset": KeyHelp(
          "The memory before the glass: of a colour LCD where it stands, of an OLED columns only.",
          default: "as usual for its size"),
        "inverted": KeyHelp(
          "Whether a colour LCD wants its colours inverted.",
          default: "as usual for its size"),
        "order": KeyHelp("Which colour a colour LCD has first.", default: "as usual for its size"),
        "rotation": "How it is turned, in degrees.",
        "brightness": "In percent.",
        "active": "Of an RGB LED: the level at which it shines.",
        "motion": """
        Whether its pictures may move between one price and the next: the frog blinks, and a \
        matrix shows what has no room by turns and moves what is too wide. Without it a matrix \
        shows the beginning only.
        """,
      ]),
    "button": TableHelp(
      "One table for each button, at most eight.",
      keys: [
        "chip": "What has the line.",
        "line": "The offset of the line; one line serves one button.",
        "pull": "Where the line is pulled while nothing drives it.",
        "active": "The level of a pressed button.",
        "press": """
        What a press asks for. `mark` is what fits the page of `favourite`, `sort` and \
        `snooze`; `retry-now` asks every exchange that is silent again at once. With a value: \
        `market` is one of those that are configured, `page` is as `home` has it, and `rotate` as \
        `rotate_every_seconds`; `theme`, `colours`, `language`, `layout` and `currency` are as the \
        keys of these names have them; `brightness` is percent of a display's own, 0 to 100, until the \
        next hours of `[night]` begin or end; `screen` is `on`, or `off` until it is on, and then \
        a press lights it for `wake_seconds` and does nothing else.
        """,
        "hold": "What holding it asks for.",
        "double": """
        What pressing it twice asks for. With `none` a press acts at once and waits for no \
        second one. For two seconds after each of the three, the bottom of the picture says \
        what they do next.
        """,
      ]),
    "encoder": TableHelp(
      "One table for each rotary encoder.",
      keys: [
        "chip": "What has the lines.",
        "a": "The offset of the contact that closes first when it is turned right.",
        "b": "The offset of the other contact.",
        "line": KeyHelp(
          "The offset of the line of the button under the knob.",
          default: "none"),
        "pull": "As of a button.",
        "active": "As of a button.",
        "steps": "Changes of the contacts from one detent to the next.",
        "right": "What a detent to the right asks for.",
        "left": "What a detent to the left asks for.",
        "press": "As of a button, of the one under the knob.",
        "hold": "As of a button, of the one under the knob.",
        "double": "As of a button, of the one under the knob.",
      ]),
    "key": TableHelp(
      """
      One table for each key that the kernel reads: `gpio-keys`, the joystick of a HAT, a \
      keyboard.
      """,
      keys: [
        "device": """
        An input device by its path, `/dev/input/eventN`, or by its name in \
        `/proc/bus/input/devices`.
        """,
        "code": """
        The key, by its name in `linux/input-event-codes.h`, with or without `KEY_`, or by its \
        number.
        """,
        "grab": "Whether nobody else gets this device's keys.",
        "press": "As of a button.",
        "hold": "As of a button.",
        "double": "As of a button.",
      ]),
    "presence": TableHelp(
      """
      A motion sensor. For as long as it sees somebody, and for `wake_seconds` of `[night]` \
      after that, it lights what is off at night as a press does, and an OLED is not dimmed. \
      Otherwise it presses nothing.
      """,
      keys: [
        "chip": "What has the line.",
        "line": "The offset of the line.",
        "active": "The level while it sees somebody; the line is pulled to the other one.",
      ]),
  ]
}
