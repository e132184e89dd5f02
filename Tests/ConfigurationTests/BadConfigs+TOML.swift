extension BadConfigs {
  /// What people write who do not know TOML, and what they are told.
  static let toml = #"""
    language = "en
    markets = ["upbit:KRW-BTC"]
    => 1: a quotation mark is missing; a text has one at its beginning and one at its end

    language = en"
    => 1: a quotation mark is missing;

    markets = ["upbit:KRW-BTC, "upbit:KRW-ETH"]
    => 1: a quotation mark is missing;

    theme = 'dark
    => 1: a quotation mark is missing;

    language = “en”
    => 1: “ is not a quotation mark in TOML; write "

    theme = "dark"   # “so be it”
    language = ‘en’
    => 2: ‘ is not a quotation mark in TOML; write "

    markets = [«upbit:KRW-BTC»]
    => 1: « is not a quotation mark in TOML; write "

    language "en"
    => 1: there is no = on this line; a line has a key and its value, as in: language = "en"

    language: "en"
    => 1: write = in place of the colon, as in: language = "en"

    language
    => 1: there is no = on this line; a line has a key and its value, as in: language = "en"

    language = # later
    => 1: there is no value after the =

    language == "en"
    => 1: a key has one =, and its value behind it, as in: language = "en"

    rotate every seconds = 5
    => 1: a key is one word, but there are several before the =; join them with _

    markets = ["upbit:KRW-BTC"
    #
    [link]
    stale_after_seconds = 5
    => 1: this list is not closed; add ] after its last value

    theme = "dark"
    markets = [
    "upbit:KRW-BTC",
    "upbit:KRW-ETH"
    language = "en"
    => 2: this list is not closed; add ] after its last value

    markets = ["upbit:KRW-BTC",
    => 1: this list is not closed;

    markets = ["upbit:KRW-BTC" "upbit:KRW-ETH"]
    => 1: a comma is missing between two values of this list

    markets = [
    "upbit:KRW-BTC"
    "upbit:KRW-ETH"
    ]
    => 3: a comma is missing between two values of this list

    markets = [
    upbit:KRW-BTC
    ]
    => 2: a text needs quotation marks: "…"

    markets = ["upbit:KRW-BTC"]]
    => 1: this list has more ] than [

    language = "en"
    # and again
    language = "ko"
    => 3: language is already on line 1; delete one of the two

    [link]
    stale_after_seconds = 5
    [care]
    [link]
    => 4: [link] is already on line 1; put all keys below one of the two

    [[button]]
    [button]
    => 2: [button] has other brackets on line 1; write both the same way

    [link
    stale_after_seconds = 5
    => 1: a table begins with its name between [ and ], or between [[ and ]], on a line of its own

    [[display]
    => 1: a table begins with its name between [ and ]

    [link] stale_after_seconds = 5
    => 1: a table begins with its name between [ and ]

    language = en
    => 1: a text needs quotation marks: "…"

    exchanges = [upbit, kraken]
    => 1: a text needs quotation marks: "…"

    [face]
    blink = True
    => 2: write true or false, in small letters and without quotation marks

    [face]
    blink = yes
    => 2: write true or false

    rotate_every_seconds = 10s
    => 1: a number is written without a unit, and a text needs quotation marks: "…"

    brightness = 50%
    => 1: a number is written without a unit, and a text needs quotation marks: "…"

    [night]
    hours = 22:30-07:00
    => 2: a number is written without a unit, and a text needs quotation marks: "…"

    rotate_every_seconds = 010
    => 1: a number does not begin with 0

    [[holding]]
    amount = 1,5
    => 2: a number has a point and no comma: 1.5

    [[holding]]
    amount = 150,000,000
    => 2: a number has no commas between thousands: 150000 or 150_000

    [[holding]]
    amount = .5
    => 2: a number has a digit on both sides of its point: 0.5

    language = "en" theme = "dark"
    => 1: there is text after the value of language; begin a new line for each key

    language = "en";
    => 1: there is text after the value of language;

    [face]
    folder = "C:\pictures"
    => 2: a backslash is written \\ between these quotation marks; between ' and ' it is written \

    // what is shown
    language = "en"
    => 1: a comment begins with #

    ! = 3
    => 1: this is not TOML: 
    """#
}
