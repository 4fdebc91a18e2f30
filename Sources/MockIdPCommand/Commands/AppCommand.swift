import Directory
import JSON
import MockIdP

/// Gives the certificate and the key with which a seeded app proves itself.
struct AppCommand: Command {
  @Given(.flag("--key", "Print the private key as PEM.")) var isKey: Bool
  @Given(.flag("--certificate", "Print the certificate as PEM.")) var isCertificate: Bool
  @Given(.flag("--json", "Print the paths of the files as JSON.")) var isJSON: Bool

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
    options: Self().options, words: names,
    examples: [
      .init("mockidp app daemon", "The files, for a client that takes a path."),
      .init("mockidp app daemon --key > daemon-key.pem", "The key alone."),
      .init(
        "AZURE_CLIENT_CERTIFICATE_PATH=$(mockidp app daemon --json | jq -r .pem)", "For the Azure SDKs' environment."),
    ])

  func take(_ arguments: inout Arguments) throws(UsageError) {
    guard arguments.hasOperands else { throw arguments.error("the app is missing: daemon has a certificate") }
    _ = try arguments.word("app", among: Self.names)
    if [isKey, isCertificate, isJSON].count(where: \.self) > 1 {
      throw arguments.error("give one of --key, --certificate and --json")
    }
  }

  func run(on console: Console) throws -> ExitCode {
    if isKey {
      console.print(DaemonCertificate.privateKeyPEM)
    } else if isCertificate {
      console.print(DaemonCertificate.certificatePEM)
    } else {
      let files = try AppFiles.write(in: HomeFiles(environment: console.environment).apps)
      if isJSON {
        console.print((["pem": .string(files.pem), "pfx": .string(files.pfx)] as JSONValue).prettyText)
      } else {
        console.print(files.pem)
        console.print(files.pfx)
      }
    }
    return .success
  }
}
