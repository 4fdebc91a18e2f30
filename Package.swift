// swift-tools-version: 6.2
import PackageDescription

/// With `MOCKIDP_COMPILE_LIMITS` set, as in CI, an expression or a function that the compiler looks at for long is an error: more
/// processor time than this, in milliseconds. A usual machine needs a twentieth. Those who use this package by its
/// version may not have such flags.
let limits: [SwiftSetting] =
  Context.environment["MOCKIDP_COMPILE_LIMITS"] == nil
  ? []
  : [
    .unsafeFlags([
      "-Xfrontend", "-warn-long-expression-type-checking=2500", "-Xfrontend", "-warn-long-function-bodies=10000",
    ])
  ]

/// One set of rules for every target: strict concurrency comes with the Swift 6 language mode.
let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ] + limits

func tests(_ name: String, _ dependencies: [String], resources: [Resource]? = nil, exclude: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: ([name, "Expectations"] + dependencies).map { .init(stringLiteral: $0) },
    exclude: exclude, resources: resources, swiftSettings: clusterSettings)
}

/// What a cluster of servers needs beside it: libpq, which the static executable (`scripts/build-static`) cannot have, since Debian's
/// wants Kerberos and LDAP. `#if CLUSTER` stands where `MockIdP` joins the target `Cluster`, and at SQLite's pre-update hook, which
/// Apple's SQLite does not have.
let clusterTargets = Context.environment["MOCKIDP_STATIC"] == nil ? ["Cluster"] : []
let clusterSettings: [SwiftSetting] =
  clusterTargets.isEmpty ? settings : settings + [.define("CLUSTER", .when(platforms: [.linux]))]

/// A target and the targets directly below it. The order of the list is the order of the floors: nothing names a target
/// that stands above it.
func target(_ name: String, _ dependencies: [String], exclude: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, exclude: exclude,
    swiftSettings: clusterSettings)
}

/// What is checked with bytes of every kind: a suite of tests, and with `MOCKIDP_FUZZ` set (see `scripts/fuzz`) the same sources
/// as the program that libFuzzer drives.
let fuzzed: [Target.Dependency] = [
  "TestSupport", "Control", "Graph", "Authority", "Intake", "Scenarios", "Worlds", "Policy",
  "Directory", "Mail", "Compression",
  "HTTPWire", "XML", "JOSE", "YAML",
  "Crypto",
  "JSON",
  "Time", "Bytes", "Platform",
]
let fuzzing: [Target] =
  Context.environment["MOCKIDP_FUZZ"] == nil
  ? [
    .testTarget(
      name: "FuzzTests", dependencies: ["Expectations"] + fuzzed, exclude: ["Corpus", "Dictionaries", "Driver"],
      swiftSettings: settings)
  ]
  : [
    .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
    .executableTarget(
      name: "Fuzz", dependencies: ["CFuzzer"] + fuzzed, path: "Tests/FuzzTests",
      exclude: ["Corpus", "Dictionaries", "Replay"], swiftSettings: settings),
  ]

/// With `MOCKIDP_TESTS=RecordsTests` (several with commas) the tests of that target alone are compiled: the quickest way to see
/// what a change did there.
let onlyTests = Context.environment["MOCKIDP_TESTS"].map { $0.split(separator: ",").map(String.init) }

let package = Package(
  name: "mockidp",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "mockidp", targets: ["MockIdPCommand"]),
    .library(name: "MockIdP", targets: ["MockIdP", "MockIdPTesting"]),
  ],
  targets: ([
    // The system's libraries.
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CPlatform"),

    // The scenario library, pages of the documentation, the console and Microsoft's permissions, each compiled in from its own file.
    .target(name: "CFiles"),

    // What differs between the systems, and the names of the system's calls for all that stands above.
    target("Platform", ["CPlatform"]),

    // Pure functions of bytes; the world's time.
    target("Bytes", []),
    target("JSON", ["Bytes"]),
    target("Time", []),
    target("HTTPWire", ["Bytes"]),
    // What is counted, and the text in which scrapers read it.
    target("Metrics", []),

    // Wrappers and formats.
    target("SQLite", ["CSQLite", "Platform"]),
    target("YAML", ["CYAML", "Bytes"]),
    target("PostgreSQL", ["Platform"]),
    target("Compression", ["CZlib"]),
    target("Crypto", ["COpenSSL", "Bytes", "Time"]),
    target("JOSE", ["Crypto", "JSON", "Time", "Bytes", "Platform"]),
    // XML as SAML needs it: a strict reader, the canonical form, signatures.
    target("XML", ["Crypto", "Bytes"]),

    // Sockets and TLS; knows nothing of identity.
    target("HTTPServer", ["HTTPWire", "Time", "Bytes", "Platform", "COpenSSL"]),
    target("HTTPClient", ["HTTPWire", "Bytes", "Platform", "COpenSSL"]),

    // Entra's provisioning as a client of a SCIM server: its requests as values, and the judge of servers. It knows no world.
    target("SCIM", ["HTTPClient", "HTTPWire", "JSON", "Time", "Bytes", "Platform"]),

    // What services of Azure and Graph say to a request that has no good token.
    target("Challenges", ["HTTPWire", "JSON", "Time", "Bytes"]),

    // What stands before apps: App Service authentication, and services of Azure before their emulators.
    target("Gates", ["HTTPServer", "HTTPClient", "Challenges", "HTTPWire", "JOSE", "Crypto", "JSON", "Time", "Bytes"]),

    // Reads formats of files as people write them, with the line of each value.
    target("LooseFormats", ["YAML", "JSON", "Bytes"]),
    // Reads other people's files for app registrations; knows nothing of our world.
    target("Intake", ["CFiles", "LooseFormats", "YAML", "JSON", "Bytes"]),

    // Messages: what was sent, what stands in mailboxes, and what the mail service refuses. It knows nothing of users.
    target("Mail", ["JSON", "Time", "Bytes"]),

    // What is known, what is decided, what happened.
    target("Directory", ["CFiles", "Mail", "SQLite", "Crypto", "JSON", "Time", "Bytes", "Platform"]),
    target("Policy", ["Directory", "Crypto", "JSON", "Time", "Bytes"]),
    target("Pages", []),
    // Worlds, requests and rules; then the language in which files and calls speak of them.
    target(
      "Worlds",
      ["Policy", "Directory", "Mail", "YAML", "JOSE", "Crypto", "HTTPWire", "JSON", "Time", "Bytes", "Platform"]),
    target(
      "Scenarios",
      [
        "CFiles", "Worlds", "Policy", "Directory", "Mail", "XML", "YAML", "JOSE", "Crypto", "HTTPWire", "JSON", "Time",
        "Bytes",
      ]),

    // What a server among others knows, over PostgreSQL; the static executable goes without.
    target(
      "Cluster",
      [
        "PostgreSQL", "HTTPServer", "Scenarios", "Worlds", "Directory", "SQLite", "Crypto", "JSON", "Time", "Bytes",
        "Platform",
      ]),

    // Signs the tokens that were decided.
    target("Tokens", ["Worlds", "Policy", "Directory", "Mail", "HTTPWire", "JOSE", "Crypto", "JSON", "Time", "Bytes"]),

    // The pages for people who watch, as they are in its folder of files.
    target("Console", ["CFiles", "Crypto", "Bytes"], exclude: ["Files"]),
    // The documentation for assistants that write tests.
    target("Handbook", ["CFiles"]),

    // What is served.
    target(
      "Authority",
      [
        "Tokens", "Worlds", "Policy", "Directory", "Pages", "Challenges", "HTTPWire", "JOSE", "Crypto", "JSON", "Time",
        "Bytes",
      ]),
    // Features of the login service: each joins it by one value, and the composition root joins them all.
    target(
      "Customers",
      [
        "Authority", "Tokens", "Worlds", "Policy", "Directory", "Pages", "HTTPWire", "JOSE", "Crypto", "JSON", "Time",
        "Bytes",
      ]),
    target(
      "Machines",
      ["Authority", "Tokens", "Worlds", "Policy", "Directory", "HTTPWire", "JOSE", "Crypto", "JSON", "Time", "Bytes"]),
    // Writes users and groups of worlds into apps; worlds know it by one protocol.
    target(
      "Provisioning",
      [
        "SCIM", "Worlds", "Policy", "Directory", "HTTPWire", "JOSE", "Crypto", "JSON", "Time", "Bytes",
        "Platform",
      ]),
    target(
      "SAML",
      [
        "Authority", "Worlds", "Policy", "Directory", "Pages", "Compression", "HTTPWire", "XML", "JOSE", "Crypto",
        "JSON",
        "Time", "Bytes",
      ]),
    target(
      "Graph",
      [
        "Worlds", "Policy", "Directory", "Mail", "Compression", "Challenges", "HTTPWire", "JOSE", "Crypto", "JSON",
        "Time",
        "Bytes",
      ]),
    target(
      "Control",
      [
        "Console", "Intake", "Tokens", "Scenarios", "Worlds", "Policy", "Directory", "Mail", "HTTPWire", "Metrics",
        "JOSE",
        "YAML",
        "Crypto", "JSON",
        "Time",
        "Bytes",
      ]),

    // The whole.
    target(
      "MockIdP",
      clusterTargets + [
        "Control", "Graph", "SAML", "Machines", "Customers", "Authority", "Scenarios", "Worlds", "Policy", "Directory",
        "HTTPServer", "HTTPClient",
        "HTTPWire", "Metrics",
        "JOSE", "Crypto", "JSON", "Time", "Bytes", "Platform", "Provisioning", "SCIM",
      ]),
    // What the real service was seen to answer, and whether this program answers so.
    target(
      "Records",
      [
        "MockIdP", "Gates", "Scenarios", "Worlds", "Policy", "Directory", "HTTPServer", "HTTPClient", "HTTPWire",
        "JOSE",
        "YAML", "Crypto", "JSON", "Time", "Bytes", "Platform",
      ]),
    // For those who test apps in Swift: the only one that needs Foundation.
    target("MockIdPTesting", ["MockIdP", "HTTPServer", "HTTPClient", "HTTPWire"]),
    .executableTarget(
      name: "MockIdPCommand",
      dependencies: [
        "Records", "MockIdP", "Handbook", "Control", "Scenarios", "Worlds", "Policy", "Directory", "Intake", "Gates",
        "SCIM", "Mail", "HTTPServer", "HTTPClient", "HTTPWire", "Compression", "JOSE", "Crypto", "JSON", "Time",
        "Bytes", "Platform",
      ],
      swiftSettings: clusterSettings),

    // For tests only. What every test target uses stands on nothing, so that small targets stay small.
    .target(name: "Expectations", path: "Tests/Expectations", swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: [
        "SAML", "Machines", "Customers", "Authority", "Scenarios", "Worlds", "Policy", "Directory", "HTTPWire", "JOSE",
        "Crypto", "JSON", "Time", "Bytes", "Platform",
      ],
      path: "Tests/TestSupport", swiftSettings: settings),

    // The small modules that know nothing of identity, a folder each: the compiler begins once for all of them.
    .testTarget(
      name: "BaseTests",
      dependencies: [
        "Expectations", "HTTPClient", "HTTPServer", "XML", "JOSE", "Crypto", "Compression", "CZlib", "YAML", "SQLite",
        "Metrics",
        "SCIM", "HTTPWire", "Time", "JSON", "Bytes", "Platform",
      ], swiftSettings: clusterSettings),
    tests("Intake", ["LooseFormats", "Scenarios", "YAML", "JSON", "Bytes", "Platform"], exclude: ["Goldens"]),
    tests(
      "Cluster",
      [
        "PostgreSQL", "HTTPServer", "HTTPWire", "Worlds", "Policy", "Directory", "Crypto", "JSON", "Time", "Bytes",
        "Platform",
      ]),
    tests("Directory", ["SQLite", "Crypto", "JSON", "Time", "Bytes", "Platform"], exclude: ["Stores"]),
    tests("Policy", ["Directory", "JSON", "Time", "Bytes"]),
    tests(
      "Authority",
      [
        "TestSupport", "Customers", "Graph", "Pages", "Scenarios", "Worlds", "Policy", "Directory", "HTTPWire", "XML",
        "JOSE", "Crypto", "JSON", "Time", "Bytes",
      ],
      exclude: ["Goldens"]),
    tests(
      "MockIdP",
      [
        "TestSupport", "Scenarios", "Worlds", "Policy", "Directory", "HTTPClient", "HTTPServer", "HTTPWire",
        "Metrics", "JOSE", "YAML", "Crypto", "JSON", "Time", "Bytes", "Platform",
      ]),
    // What is played stands in a folder of its own beside the tests.
    tests("Records", ["TestSupport", "Bytes", "Scenarios", "Policy", "Platform"]),
    tests("MockIdPTesting", ["MockIdP"]),
    tests("Gates", ["Challenges", "HTTPClient", "HTTPWire", "JOSE", "Crypto", "JSON", "Time", "Bytes"]),
    tests("HTTPServer", ["HTTPClient", "HTTPWire", "Bytes", "Time", "Platform", "COpenSSL"]),
    tests(
      "MockIdPCommand",
      [
        "TestSupport", "Platform", "Handbook", "HTTPWire", "MockIdP", "Scenarios", "Worlds", "Policy", "Directory",
        "Mail", "HTTPServer", "HTTPClient", "Compression", "JSON", "Time", "Bytes",
      ],
      exclude: ["Goldens"]),
    tests("Pages", ["Bytes", "Platform"], exclude: ["Goldens"]),
    tests(
      "Scenarios",
      ["TestSupport", "Worlds", "Policy", "Directory", "YAML", "JOSE", "Crypto", "HTTPWire", "JSON", "Time", "Bytes"],
      exclude: ["Broken"]),
    tests(
      "Provisioning",
      [
        "SCIM", "TestSupport", "Scenarios", "Worlds", "Policy", "Directory", "HTTPWire", "JOSE", "JSON", "Time",
        "Bytes",
      ]),
    tests(
      "Graph",
      [
        "TestSupport", "Scenarios", "Worlds", "Policy", "Directory", "Mail", "CZlib", "HTTPWire", "JOSE", "YAML",
        "Crypto", "JSON", "Time", "Bytes",
      ],
      exclude: ["Transcripts/Goldens"]),
    tests(
      "Control",
      [
        "Console", "TestSupport", "Scenarios", "Worlds", "Policy", "Directory", "Mail", "HTTPWire", "Metrics",
        "JOSE", "YAML", "Crypto", "JSON", "Time", "Bytes", "Platform",
      ]),
  ] + fuzzing).filter { $0.type != .test || onlyTests?.contains($0.name) ?? true },
  swiftLanguageModes: [.v6]
)
