/// Gives the certificate and the key with which a seeded app proves itself.
struct AppCommand: Command {
  static let key = Option.flag("--key", "Print the private key as PEM.")
  static let certificate = Option.flag("--certificate", "Print the certificate as PEM.")
  static let json = Option.flag("--json", "Print the paths of the files as JSON.")

  /// The seeded apps that have a certificate.
  static let names = ["daemon"]

  static let manual = Manual(
    name: "app", summary: "give the certificate and key of a seeded app",
    forms: ["app daemon [--key | --certificate | --json]"],
    details: [
      """
      The seeded app daemon has a certificate, and its key is published with mockidp, so that a test can prove itself with \
      it. Without an option the command writes two files into the home directory and prints their paths: daemon.pem (key \
      and certificate) and daemon.pfx (PKCS #12 with an empty password).
      """,
      "An app that stands in for daemon (--app daemon=my-app, or the word as) has the same certificate.",
    ],
    options: [key, certificate, json], words: names,
    examples: [
      .init("mockidp app daemon", "The files, for a client that takes a path."),
      .init("mockidp app daemon --key > daemon-key.pem", "The key alone."),
      .init(
        "AZURE_CLIENT_CERTIFICATE_PATH=$(mockidp app daemon --json | jq -r .pem)", "For the Azure SDKs' environment."),
    ])

  enum Output: Sendable {
    case files
    case key
    case certificate
    case json
  }

  let output: Output

  init(_ arguments: inout Arguments) throws(UsageError) {
    guard arguments.hasOperands else { throw arguments.error("the app is missing: daemon has a certificate") }
    _ = try arguments.word("app", among: Self.names)
    let chosen: [(Option, Output)] = [(Self.key, .key), (Self.certificate, .certificate), (Self.json, .json)]
    let given = chosen.filter { arguments.has($0.0) }.map(\.1)
    if given.count > 1 { throw arguments.error("give one of --key, --certificate and --json") }
    output = given.first ?? .files
  }
}
