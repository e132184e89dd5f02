extension TableHelp {
  /// The help for each table, by its name; the name of the file itself is empty.
  static let all: [String: TableHelp] = [
    "": TableHelp(
      keys: [
        "language": """
        Language of the display. Korean letters are nine rows high on low panels and beside small \
        digits. Elsewhere they are about as high as the digits; on panels with shades, and beside \
        large digits on others, that needs fonts-nanum.
        """,
        "exchanges": KeyHelp(
          """
          Exchanges that may serve `BASE/QUOTE`, in order of preference. The first one that lists \
          the market serves it. When that one has been silent for `failover_after_seconds`, the \
          next one takes over; the display names it.
          """,
          default: "all"),
        "markets": """
        Markets to show, in this order: `exchange:CODE` with the exchange's own code, or \
        `BASE/QUOTE` on any exchange that lists it. `tealight markets WORD` finds codes such as \
        `coinbase:BTC-USD` and `kraken:BTC/USD`. Dogechain has `dogechain:DOGE-USD` only, and has \
        not been heard since 2024: write `DOGE/USD`, which another exchange can serve.
        """,
        "failover_after_seconds": """
        The same key as in `[link]`. If both are set, the one in `[link]` is used.
        """,
        "layout": """
        Layout of the glance: everything, the largest possible price, the candles, or this market \
        and the next. The command `next-layout` changes it.
        """,
        "theme": "Colour theme. `night` is dim and red.",
        "colours": KeyHelp(
          """
          Colours of rising and falling prices: `red-blue` is usual in Korea, `red-green` in China \
          and Japan; `blue-orange` is for people who cannot tell red from green.
          """,
          default: "depends on `language`"),
        "pages": KeyHelp(
          "Pages that `next-page` goes through, in this order.",
          default: """
            all, except `premium` if no coin is listed both in won and in dollars, `wallet` if no \
            exchange publishes its status, and `portfolio` if there are no holdings
            """),
        "home": """
        The page that is shown at the first start, and again after `home_after_seconds`. Later \
        starts show the page that was shown last.
        """,
        "home_after_seconds": "Time from the last press until the page `home` returns, in seconds.",
        "rotate_every_seconds": """
        Time between automatic changes to the next market, in seconds. A press stops the changes \
        for a minute.
        """,
        "currency": KeyHelp(
          """
          Currency of all prices; `own` is each market's own currency. The command `next-currency` \
          changes it. A price without an exchange rate stays in its own currency; the market's \
          name then says which, where there is room. `≈` marks a price that was converted at an \
          old rate, counts a dollar stablecoin as one dollar, or includes the kimchi premium.
          """,
          default: "`\"own\"`"),
        "second_currency": "Currency of a second price on the glance.",
      ]),
    "exchange.NAME": TableHelp(
      "Addresses of an exchange, in place of its own servers.",
      keys: [
        "websocket": KeyHelp("Address of the WebSocket stream.", default: "the exchange's own"),
        "rest": KeyHelp("Address of the REST API.", default: "the exchange's own"),
        "ca_file": KeyHelp(
          """
          Certificate file of a private CA for both addresses. If it is set, no other CA is \
          trusted.
          """,
          default: "the system's CAs"),
      ]),
    "exchange.NAME.HOST": TableHelp(
      """
      Addresses of the fallback endpoint, which is tried if the usual one is blocked. If only the \
      usual addresses are set, there is no fallback endpoint.
      """,
      keys: [
        "websocket": KeyHelp("Address of the WebSocket stream.", default: "the exchange's own"),
        "rest": KeyHelp("Address of the REST API.", default: "the exchange's own"),
        "ca_file": KeyHelp(
          """
          Certificate file of a private CA for both addresses. If it is set, no other CA is \
          trusted.
          """,
          default: "the system's CAs"),
      ]),
    "rates": TableHelp(
      """
      Exchange rates of the US dollar. Without this table they are requested only if there is a \
      `currency`, a `second_currency`, a premium alert, or a button, encoder or key with a command \
      `currency=VALUE`.
      """,
      keys: [
        "app_id_file": """
        A file that contains only the App ID of Open Exchange Rates. Other users must not be able \
        to read it. The path may begin with `$CREDENTIALS_DIRECTORY/`, the folder in which systemd \
        gives credentials to a service: `/etc/tealight/credentials/oxr` is \
        `$CREDENTIALS_DIRECTORY/key_oxr` there.
        """,
        "currencies": "Currencies whose dollar rate is requested.",
        "sources": KeyHelp(
          """
          Sources of rates, in order of preference. The next one is used only while those before \
          it fail or their rates are days old. `openexchangerates` is hourly and needs a key, \
          `frankfurter` has the European Central Bank's rates on working days, and `er-api` is \
          daily (Rates By Exchange Rate API, https://www.exchangerate-api.com).
          """,
          default: "all that need no key; all three if `app_id_file` is set"),
      ]),
    "rates.SOURCE": TableHelp(
      "Address of a source of exchange rates.",
      keys: [
        "rest": KeyHelp(
          "Address of its API. A key is sent only over HTTPS or to this machine.",
          default: "the source's own"),
        "ca_file": KeyHelp(
          "Certificate file of a private CA for it. If it is set, no other CA is trusted.",
          default: "the system's CAs"),
      ]),
    "holding": TableHelp(
      "Your holdings, for the portfolio page: one table each, at most 100.",
      keys: [
        "amount": "How much you hold.",
        "average_price": KeyHelp(
          "Average price that you paid for one unit, in the market's quote currency.",
          default: "none; the change of the day is shown in place of the gain"),
        "market": """
        The market of this holding, as in `markets`. Needed without `asset`. It need not be among \
        `markets`.
        """,
        "asset": """
        The coin, in place of `market`. The first of `markets` that trades it gives its price.
        """,
      ]),
    "coingecko": TableHelp(
      "Facts about coins from CoinGecko, such as rank and market capitalisation.",
      keys: [
        "key_file": KeyHelp(
          """
          A file that contains only a key of CoinGecko's demo plan. Other users must not be able \
          to read it.
          """,
          default: "none; at most five requests a minute"),
        "rest": KeyHelp(
          "Address of its API. A key is sent only over HTTPS or to this machine.",
          default: "CoinGecko's own"),
        "ca_file": KeyHelp(
          "Certificate file of a private CA for it. If it is set, no other CA is trusted.",
          default: "the system's CAs"),
      ]),
    "link": TableHelp(
      keys: [
        "stale_after_seconds": "Time without a message after which a price is stale, in seconds.",
        "poll_every_seconds": "Time between polls while there is no stream, in seconds.",
        "failover_after_seconds": """
        Time that an exchange is silent before the next of `exchanges` serves the market, in \
        seconds.
        """,
        "documentation": KeyHelp(
          "Address in the QR code of the link page, where there is room for a QR code.",
          default: """
            none; the code says without a network where the manual is, and what the button does \
            if there is only one
            """),
      ]),
    "chart": TableHelp(
      "What the chart page shows until something else is chosen with a command.",
      keys: [
        "style": """
        How the chart and the glance draw prices: as candles, or as an area from the baseline of \
        the day's change.
        """,
        "span": "Length of a candle. The command `next-span` changes it.",
        "indicator": "Indicator beside the candles. The command `next-indicator` changes it.",
        "period": KeyHelp(
          "Number of candles in the averages, the bands and the relative strength.",
          default: "20; 14 for `rsi`"),
      ]),
    "face": TableHelp(
      keys: [
        "folder": KeyHelp(
          """
          A folder with your own faces: `plunge.png`, `down.png`, `flat.png`, `up.png`, \
          `soar.png`, `asleep.png` and `lost.png`. The frog stands in for missing ones.
          """,
          default: "none; the frog shows every mood"),
        "blink": """
        Whether the frog blinks every twelve seconds. Your own faces and e-paper never do.
        """,
      ]),
    "marks": TableHelp(
      keys: [
        "folder": KeyHelp(
          """
          A folder with your own coin logos for the detail page: `BTC.png` and other codes. A coin \
          without one has its first letter in a circle.
          """,
          default: "none; all coins have letters")
      ]),
    "list": TableHelp(
      keys: [
        "favourites_first": "Whether favourites come before all others in every order.",
        "source": """
        Markets on the list page: those in `markets`, or those with the highest turnover on an \
        exchange. That exchange is asked every 30 seconds while the page is shown.
        """,
        "exchange": KeyHelp(
          "For `source = \"top\"`: the exchange.",
          default: "that of the first market whose exchange ranks its markets"),
        "quote": KeyHelp(
          "For `source = \"top\"`: the quote currency.",
          default: "that of the exchange's first market"),
        "top": "For `source = \"top\"`: the number of markets.",
      ]),
    "night": TableHelp(
      "Hours in which displays are dimmed.",
      keys: [
        "hours": "Beginning and end of these hours. The end may be on the next day.",
        "brightness": """
        Brightness in these hours, in percent of `brightness` in `[[display]]`. At 0 a display is \
        off; a press or the motion sensor turns it on at 10 percent for `wake_seconds`, and such a \
        press does nothing else.
        """,
        "wake_seconds": """
        How long a display that was off stays on after a press or after the motion sensor last saw \
        somebody, in seconds.
        """,
      ]),
    "care": TableHelp(
      "Protection of OLEDs against burn-in.",
      keys: [
        "dim_after_minutes": """
        Time without a press and without motion after which an OLED is dimmed, in minutes; 0 is \
        never.
        """,
        "dim_to": "Brightness of a dimmed OLED, in percent of `brightness` in `[[display]]`.",
        "shift": """
        Whether the picture is shifted by a pixel every ten minutes, from one hour after the \
        start.
        """,
      ]),
    "paper": TableHelp(
      "When e-paper is refreshed.",
      keys: [
        "refresh_percent": """
        Price change since the last refresh that causes the next one, in percent.
        """,
        "refresh_candles": """
        Number of five-second candles after which there is a refresh without such a change, too.
        """,
        "full_every": "Number of partial refreshes before a full one.",
      ]),
    "metrics": TableHelp(
      "Metrics for Prometheus.",
      keys: [
        "file": """
        A file that receives all metrics every 15 seconds, for the textfile collector of \
        Prometheus' node_exporter. It is deleted when tealight stops. A file that holds anything \
        else is kept. First allow the service to write there with `systemctl edit tealight`, as \
        `/usr/share/doc/tealight/manual/web.md` shows.
        """
      ]),
    "web": TableHelp(
      """
      A page for browsers in the same network, with the picture and the buttons. Nothing listens \
      without this table. With `127.0.0.1` alone and without `names` and `proxy`, everybody with \
      an account on the board may look and press.
      """,
      keys: [
        "listen": """
        Numeric addresses of the board to listen at, each with a port or at 8470. IPv6 addresses \
        are in brackets. `0.0.0.0` and `[::]` mean all networks.
        """,
        "password_file": KeyHelp(
          """
          A file that contains only the password of the page. Other users must not be able to read \
          it.
          """,
          default: "none"),
        "token_file": KeyHelp(
          """
          A file that contains only the token of programs, which send `Authorization: Bearer \
          TOKEN`. `tealight send` and `tealight notify` read it here.
          """,
          default: "none"),
        "pairing": """
        Whether browsers can be paired by a code on the display. A press on the link page shows \
        the code for two minutes.
        """,
        "certificate": KeyHelp(
          "A PEM file with the certificate for HTTPS. It is read again after `systemctl reload tealight`.",
          default: "none; plain HTTP"),
        "key": "A PEM file with the private key of `certificate`.",
        "names": KeyHelp(
          """
          Host names that browsers may use besides the board's addresses and its own name. With \
          `certificate` the code on the display leads to the first one.
          """,
          default: "none"),
        "proxy": KeyHelp(
          "Addresses of reverse proxies whose `Forwarded` header is trusted.",
          default: "none"),
        "view_only": """
        Whether all commands and notices of browsers and programs are refused, with the token too: \
        buttons, `tealight send` and `tealight notify`.
        """,
      ]),
    "mqtt": TableHelp(
      """
      An MQTT broker is told what the board shows, Home Assistant finds the board there, and both \
      may command it. Nothing is connected without this table. It needs libmosquitto1.
      """,
      keys: [
        "broker": """
        The broker's URL: `mqtts://HOST:PORT` over TLS, usually at 8883. `mqtt://` is not encrypted, \
        and usually at 1883.
        """,
        "user": KeyHelp("The name with which the board logs in.", default: "none"),
        "password_file": KeyHelp(
          "A file with the user's password; no other user of the system may read the file.",
          default: "none"),
        "ca_file": KeyHelp(
          "A PEM file with the CA that has signed the broker's certificate.",
          default: "the system's CAs"),
        "certificate": KeyHelp(
          "A PEM file with a client certificate, where the broker wants one.", default: "none"),
        "key": "The PEM file with the key of `certificate`.",
        "name": KeyHelp(
          "The board's name in topics, different for each board.", default: "the host name"),
        "base": "The first part of all topics: `BASE/NAME/state`.",
        "discovery": """
        The first part of the topics in which Home Assistant looks for devices; `""` to announce \
        none.
        """,
        "control": "Whether clients of the broker may send commands.",
        "hub": """
        Whether other boards may follow this one: it tells its markets, candles and rates at the \
        broker. A hub needs no display.
        """,
        "follow": KeyHelp(
          """
          The names of hubs. The markets come from the first of them that is heard, and no exchange \
          is asked. Without `markets` the hub's are shown.
          """,
          default: "none"),
        "fallback": """
        For `follow`: whether the board asks the exchanges itself while no hub is heard, and for \
        markets that no hub has.
        """,
        "price_every_seconds": """
        The shortest time between two prices of the same market. Home Assistant stores each of them.
        """,
        "picture_every_seconds": """
        The shortest time between two pictures of the first display; 0 to send none.
        """,
      ]),
    "alert": TableHelp(
      """
      An alert that comes to the front by itself: one table each, at most 64. A table has exactly \
      one of `above`, `below`, `change_percent`, `day_high`, `day_low`, `premium_above`, \
      `premium_below` and `feed_lost`. A press snoozes the alert in front and does nothing else. \
      An alert leaves the display when the price, the change or the premium has moved back by \
      `hysteresis_percent` (for `feed_lost`: when the exchange is heard again; for `day_high` and \
      `day_low`: also when another day begins), or after ten minutes.
      """,
      keys: [
        "above": "The price is above this value, in the market's quote currency.",
        "below": "The price is below this value, in the market's quote currency.",
        "change_percent": "The price has risen or fallen by this many percent.",
        "within_minutes": "For `change_percent`: the time in which the price changed, in minutes.",
        "premium_above": """
        The kimchi premium (how much more a coin costs in won than in dollars) is above this \
        value, in percent. It needs exchange rates, as `second_currency` does.
        """,
        "premium_below": "The kimchi premium is below this value, in percent.",
        "day_high": "The price is the highest of the day.",
        "day_low": "The price is the lowest of the day.",
        "feed_lost": "An exchange that was live is silent.",
        "after_seconds": "For `feed_lost`: how long the exchange has been silent, in seconds.",
        "market": KeyHelp("The market of the alert.", default: "all markets"),
        "hysteresis_percent": KeyHelp(
          """
          How far the price must move back until the alert ends and can come again, in percent of \
          the price. For premiums and changes these are percentage points.
          """,
          default: "0.5, but at most half of `change_percent`"),
        "snooze_minutes": "How long a press hides the alert, in minutes.",
        "hook": """
        A program that runs when the alert first comes to the front. It receives one line of JSON \
        on standard input: `time`, `alert`, `market`, `level`, `figure`, `price` and `sentence`. \
        Its environment contains only `PATH`, `LANG` and `TEALIGHT_HOOK`. It runs in `/`, in the \
        service's sandbox. Its output is discarded. At most four programs run at once, and for \
        one market it runs once in 10 seconds at most. Failures are logged.
        """,
        "hook_timeout_seconds": """
        Time after which the program and all its child processes are asked to end, in seconds. Two \
        seconds later they are killed.
        """,
      ]),
    "alerts": TableHelp(
      "Settings for all alerts.",
      keys: [
        "quiet": """
        Hours without alerts, notices and hooks. Alerts that still hold and notices that were sent \
        meanwhile come at their end.
        """
      ]),
    "display": TableHelp(
      "One table for each display.",
      keys: [
        "board": """
        A known board or HAT. Its file sets all keys below, and the inputs. The value is the name \
        of a file in `/usr/share/tealight/boards` without `.toml`, or a path with a slash. A key \
        beside `board` replaces the value in the file.
        """,
        "panel": "The kind of panel. Needed without `board`.",
        "bus": """
        What the panel is connected to: `/dev/i2c-N`, `/dev/spidevB.C`, lines of a GPIO chip \
        alone, `/dev/fbN` by its number or its driver's name, or a light in `/sys/class/leds`. \
        `record:` writes every transaction to a file instead.
        """,
        "size": KeyHelp(
          "Width and height in pixels, if the panel comes in several sizes.",
          default: "the panel's first size"),
        "address": KeyHelp("The I2C address.", default: "0x3c; 0x3d for an SSD1327"),
        "speed_hz": KeyHelp(
          "The SPI clock, in hertz.",
          default: """
            40000000 for gc9a01; 32000000 for st7789 and ili9341; 16000000 for ssd1351; 15000000 \
            for st7735; 8000000 for ssd1306, ssd1309 and ssd1327; 2400000 for ws2812; 1000000 for \
            sharp-memory; 4000000 for all others
            """),
        "spi_mode": KeyHelp(
          "For a colour panel: the SPI mode. A module without CS needs 3.", default: "0"),
        "chip": """
        The GPIO chip of the lines below. On the header a line is its GPIO's number and not the \
        pin's.
        """,
        "dc": "The line that tells data from commands (D/C).",
        "reset": "The line that resets the controller.",
        "backlight": """
        The backlight: a line, `/sys/class/backlight/NAME`, or a PWM channel of \
        `/sys/class/pwm/pwmchipCHIP`.
        """,
        "display": "For a Sharp Memory LCD: the line that turns the picture on (DISP).",
        "power": "For e-paper: the line that turns the module on.",
        "busy": "For e-paper: the line that is high while the panel works (BUSY).",
        "red": "For an RGB LED: the line of red.",
        "green": "For an RGB LED: the line of green.",
        "blue": "For an RGB LED: the line of blue.",
        "data": "For APA102 on `gpio`: the data line.",
        "clock": "For APA102 on `gpio`: the clock line.",
        "offset": KeyHelp(
          """
          Columns and rows of the controller's memory before the first visible pixel. For an OLED \
          only the columns may be set.
          """,
          default: "depends on `size`"),
        "inverted": KeyHelp(
          "For a colour LCD: whether the controller inverts colours.",
          default: "depends on `size`"),
        "order": KeyHelp(
          "For a colour LCD: the order of the colours.",
          default: "depends on `size`"),
        "rotation": "Rotation of the picture, in degrees.",
        "brightness": "Brightness, in percent.",
        "contrast": KeyHelp(
          "For a PCD8544: the contrast, in its own steps. A higher one darkens the whole picture.",
          default: "64"),
        "active": "For an RGB LED: the level that turns it on.",
        "motion": """
        Whether the picture may move between two prices: the frog blinks, and a matrix scrolls \
        what is too wide and shows by turns what has no room. If false, a matrix shows the \
        beginning only.
        """,
      ]),
    "button": TableHelp(
      "One table for each button, at most 8.",
      keys: [
        "chip": "The GPIO chip of the line.",
        "line": """
        The offset of the line: on the header the GPIO's number and not the pin's. Each button \
        needs its own line.
        """,
        "pull": "The chip's pull resistor on the line.",
        "active": "The level of the line while the button is pressed.",
        "press": """
        Command for a press. `mark` means `favourite`, `sort` or `snooze`, as fits the page. \
        `retry-now` makes every silent exchange reconnect at once. Values of commands: `market` is \
        one of `markets`; `page` is as for `home`; `rotate` is as for `rotate_every_seconds`; \
        `theme`, `colours`, `language`, `layout` and `currency` are as for the keys of these \
        names; `brightness` is percent of the display's own, 0 to 100, until the next hours of \
        `[night]` begin or end; `screen` is `on`, which ends a brightness of 0, or `off` until the \
        next `on`. While it is off, a press only lights it for `wake_seconds`.
        """,
        "hold": "Command for a hold.",
        "double": """
        Command for a double press. With `none` a press acts at once and does not wait for a \
        second one. For two seconds after each gesture the bottom of the picture says what the \
        gestures do next.
        """,
      ]),
    "encoder": TableHelp(
      "One table for each rotary encoder.",
      keys: [
        "chip": """
        The GPIO chip of the lines. On the header a line is its GPIO's number and not the pin's.
        """,
        "a": "The offset of the line whose contact closes first when it is turned right (CLK).",
        "b": "The offset of the line of the other contact (DT).",
        "line": KeyHelp("The offset of the line of the encoder's button (SW).", default: "none"),
        "pull": "As for a button.",
        "active": "As for a button.",
        "steps": "Changes of the contacts from one detent to the next.",
        "right": "Command for one detent to the right.",
        "left": "Command for one detent to the left.",
        "press": "For the encoder's button: as in `[[button]]`.",
        "hold": "For the encoder's button: as in `[[button]]`.",
        "double": "For the encoder's button: as in `[[button]]`.",
      ]),
    "key": TableHelp(
      """
      One table for each key of a Linux input device: `gpio-keys`, the joystick of a HAT, a \
      keyboard.
      """,
      keys: [
        "device": """
        The input device: its path, `/dev/input/eventN`, or its name in `/proc/bus/input/devices`.
        """,
        "code": """
        The key: its name in `linux/input-event-codes.h`, with or without `KEY_`, or its number.
        """,
        "grab": "Whether to keep the keys of this device from all other programs.",
        "press": "As for a button.",
        "hold": "As for a button.",
        "double": "As for a button.",
      ]),
    "presence": TableHelp(
      """
      A motion sensor. While it sees somebody, and for `wake_seconds` of `[night]` afterwards, \
      displays that are off at night are on, and OLEDs are not dimmed. It has no other effect.
      """,
      keys: [
        "chip": "The GPIO chip of the line.",
        "line": "The offset of the line: on the header the GPIO's number and not the pin's.",
        "active": """
        The level of the line while the sensor sees somebody. The line is pulled to the other \
        level.
        """,
      ]),
  ]
}
