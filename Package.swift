// swift-tools-version: 6.0
// Which modules there are, and what each may import. Sources/README.md explains them.
import PackageDescription

/// A library of the distribution, seen through one small module map.
func c(_ name: String, apt package: String, pkgConfig: String? = nil) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

func module(
  _ name: String, sees modules: [Target.Dependency] = [], built settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: modules, swiftSettings: withoutExclusivityChecks + settings)
}

/// Overlapping accesses to a variable are checked in tests only: in a release the checks would cost a
/// sixteenth of the daemon's work.
let withoutExclusivityChecks: [SwiftSetting] = [
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
]

/// Code that runs seldom is built small rather than fast.
let small: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// This code has no copy of each generic function for each type that it is called with, either: the
/// tables of the configuration are some twenty types, and are read once.
let smallest =
  small + [
    .unsafeFlags(
      ["-Xllvm", "-sil-disable-pass=generic-specializer"], .when(configuration: .release))
  ]

func tests(
  of module: String, sees more: [Target.Dependency] = [], fixtures: [String] = [],
  linked: [LinkerSetting] = []
) -> Target {
  .testTarget(
    name: "\(module)Tests", dependencies: [.byName(name: module), "TestSupport"] + more,
    exclude: fixtures, linkerSettings: linked)
}

/// Functions of C/CMosquitto and C/CMicrohttpd that libraries call in place of their own.
let exporting = LinkerSetting.unsafeFlags([
  "-Xlinker", "--export-dynamic-symbol=__assert_fail",
  "-Xlinker", "--export-dynamic-symbol=connect", "-Xlinker", "--export-dynamic-symbol=read",
  "-Xlinker", "--export-dynamic-symbol=SSL_read",
  "-Xlinker", "--export-dynamic-symbol=_gnutls_global_init_skip",
])

/// The toolchain's own lld packs the runtime's twenty thousand relocations and makes their tables
/// read-only once the program runs; gold does neither everywhere. No other names are exported, as nothing
/// looks them up: the runtime would export all of its own, and so keep functions that nobody calls.
let packed: [LinkerSetting] = [
  exporting,
  .unsafeFlags(
    [
      "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker", "-z",
      "-Xlinker", "now", "-Xlinker", "--no-export-dynamic",
    ], .when(configuration: .release)),
]

/// The functions that the simulation of years replaces for the program: ld(1), --wrap.
let wrapped = [
  "clock_gettime", "time", "adjtimex", "timerfd_create", "timerfd_settime", "poll",
  "curl_easy_init", "curl_easy_cleanup", "curl_easy_setopt", "curl_easy_getinfo",
  "curl_easy_recv", "curl_easy_send", "curl_multi_init", "curl_multi_cleanup",
  "curl_multi_add_handle", "curl_multi_remove_handle", "curl_multi_perform", "curl_multi_poll",
  "curl_multi_info_read", "socket", "bind", "recv", "connect", "getifaddrs", "freeifaddrs",
  "gethostname", "fopen", "access", "isatty", "fork", "waitpid", "open", "write", "fsync",
  "rename", "ioctl", "FT_New_Face", "swift_stdlib_random",
  "tealight_gpio_find", "tealight_gpio_input", "tealight_gpio_output",
  "tealight_gpio_consumer", "tealight_gpio_set", "tealight_gpio_get", "tealight_gpio_fd",
  "tealight_gpio_edges_kept", "tealight_gpio_read", "tealight_gpio_close",
  "tealight_web_listen", "tealight_web_port", "tealight_web_open", "tealight_web_start",
  "tealight_web_descriptor", "tealight_web_timeout", "tealight_web_run", "tealight_web_stop",
  "tealight_web_answer", "tealight_web_stream", "tealight_web_wake", "tealight_web_shut",
  "tealight_web_has_left",
  "sendto", "posix_spawn", "posix_spawn_file_actions_adddup2", "waitid", "kill",
  "$s5Glibc4openys5Int32VSPys4Int8VG_ADtF",
  "tealight_broker_open", "tealight_broker_start", "tealight_broker_descriptor",
  "tealight_broker_next", "tealight_broker_connect", "tealight_broker_publish",
  "tealight_broker_subscribe", "tealight_broker_unsubscribe", "tealight_broker_end",
]

let package = Package(
  name: "tealight",
  products: [
    .executable(name: "tealightd", targets: ["tealightd"]),
    .executable(name: "tealight", targets: ["TealightTool"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    module("Timing"),
    module("MarketData"),
    module("Pixels"),
    module("Feeds", sees: ["MarketData", "Timing"]),
    module("Wire", sees: ["Timing", "CCurl", "CWslay", "COpenSSL", "CLinux"]),
    module("State", sees: ["MarketData", "Timing"]),
    module("Glance", sees: ["MarketData", "State", "Pixels", "Timing"]),
    module(
      "Configuration",
      sees: [
        "MarketData", "Feeds", "State", "Glance", "Pixels", "Devices", "Web", "CToml",
      ],
      built: smallest),
    module("ConfigurationHelp", sees: ["Configuration"]),
    module("Typeface", sees: ["Pixels", "CFreetype"]),
    module("Web", sees: ["Pixels", "Timing", "CMicrohttpd", "COpenSSL"], built: small),
    module("Broker", sees: ["Timing", "CMosquitto"], built: small),
    module("Devices", sees: ["Pixels", "Timing", "CGpio", "CLinux", "CPng"]),
    module(
      "Tealight",
      sees: [
        "MarketData", "Feeds", "Wire", "State", "Glance", "Pixels", "Typeface", "Devices",
        "Configuration", "Web", "Broker", "Timing", "CLinux", "CQrencode",
      ], built: small),
    module("PanelModels", sees: ["Devices", "Pixels"]),
    module("SimulatedExchange", sees: ["Timing", "COpenSSL", "CWslay", "CZlib"]),

    .executableTarget(
      name: "tealightd", dependencies: ["Tealight"], linkerSettings: packed),
    .executableTarget(
      name: "TealightTool",
      dependencies: [
        "Tealight", "Configuration", "ConfigurationHelp", "SimulatedExchange", "Timing", "Wire",
        "Web", "CZlib",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], linkerSettings: packed),

    // Debian 13's libcurl.pc holds flags that SwiftPM warns of and that nothing here needs.
    c("CCurl", apt: "libcurl4-openssl-dev"),
    c("CWslay", apt: "libwslay-dev"),
    c("COpenSSL", apt: "libssl-dev", pkgConfig: "openssl"),
    c("CZlib", apt: "zlib1g-dev", pkgConfig: "zlib"),
    c("CFreetype", apt: "libfreetype-dev", pkgConfig: "freetype2"),
    c("CQrencode", apt: "libqrencode-dev", pkgConfig: "libqrencode"),
    c("CPng", apt: "libpng-dev", pkgConfig: "libpng"),
    .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
    .target(
      name: "CGpio", path: "Sources/C/CGpio", linkerSettings: [.linkedLibrary("gpiod")]),
    // The libraries of these two targets are opened when they are needed.
    .target(
      name: "CMicrohttpd", path: "Sources/C/CMicrohttpd", cSettings: [.define("_GNU_SOURCE")]),
    .target(
      name: "CMosquitto", path: "Sources/C/CMosquitto", cSettings: [.define("_GNU_SOURCE")]),
    .target(
      name: "CToml", path: "Sources/C/CToml",
      cxxSettings: [.define("TOML_EXCEPTIONS", to: "0")]),

    // What tests of several modules need.
    .target(
      name: "TestSupport", dependencies: ["MarketData", "Feeds", "State", "Pixels", "Timing"],
      path: "Tests/TestSupport"),

    tests(of: "Timing"),
    tests(of: "MarketData"),
    tests(of: "Pixels"),
    tests(of: "Feeds"),
    tests(of: "Wire", sees: ["SimulatedExchange", "Timing", "COpenSSL", "CCurl", "CLinux"]),
    tests(of: "State", sees: ["MarketData", "Timing"]),
    tests(of: "Glance", sees: ["State", "Typeface"], fixtures: ["Fixtures"]),
    tests(of: "Typeface"),
    tests(
      of: "Web", sees: ["Pixels", "Timing", "SimulatedExchange", "CCurl", "COpenSSL"],
      linked: [exporting]),
    tests(of: "Broker", sees: ["Feeds", "Timing"], linked: [exporting]),
    tests(of: "Devices", sees: ["PanelModels"]),
    tests(
      of: "Configuration", sees: ["Devices", "State", "Glance", "Pixels"], fixtures: ["Released"]),
    tests(of: "ConfigurationHelp", sees: ["Configuration"]),
    tests(of: "Tealight", sees: ["Configuration", "SimulatedExchange"]),
    tests(
      of: "TealightTool",
      sees: ["Tealight", "Configuration", "ConfigurationHelp", "Devices", "CZlib"]),
    tests(of: "SimulatedExchange", sees: ["Timing", "COpenSSL", "CZlib"]),
    .testTarget(
      name: "ReplayTests",
      dependencies: [
        "MarketData", "Feeds", "Glance", "Pixels", "Devices", "Timing", "TestSupport",
      ]),
    .testTarget(name: "LayoutTests"),
    .executableTarget(
      name: "benchmark",
      dependencies: [
        "MarketData", "Feeds", "Glance", "Pixels", "Typeface", "Devices", "SimulatedExchange",
        "Timing", "Tealight", "Configuration",
      ],
      path: "Tests/Benchmark", exclude: ["peers"], linkerSettings: [exporting, .linkedLibrary("m")]),
    // Years of bad days: the program on a board that is simulated down to the C library.
    .target(
      name: "CBoundary", dependencies: ["CMicrohttpd", "CMosquitto"],
      path: "Tests/Years/Boundary",
      linkerSettings: [.linkedLibrary("crypto"), .linkedLibrary("ssl")]),
    .target(
      name: "Oracle", dependencies: ["SimulatedExchange"], path: "Tests/Years/Oracle",
      swiftSettings: withoutExclusivityChecks),
    .executableTarget(
      name: "years",
      dependencies: [
        "CBoundary", "Oracle", "Tealight", "SimulatedExchange", "PanelModels", "Pixels", "Devices",
        "Timing", "CZlib",
      ],
      path: "Tests/Years/Years", swiftSettings: withoutExclusivityChecks,
      linkerSettings: [
        // With the runtime inside, the random numbers that it draws are wrapped as well.
        .unsafeFlags(
          ["-use-ld=lld", "-static-stdlib"] + wrapped.flatMap { ["-Xlinker", "--wrap=\($0)"] })
      ]),
    .executableTarget(
      name: "panel-reader", dependencies: ["Devices", "PanelModels", "Pixels"],
      path: "Tests/PanelReader"),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
