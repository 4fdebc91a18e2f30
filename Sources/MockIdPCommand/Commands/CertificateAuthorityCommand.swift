import Bytes
import Crypto
import MockIdP

/// Prints the certificate of the authority, its path, or how each platform comes to trust it.
struct CertificateAuthorityCommand: Command {
  @Given(.flag("--path", "Print the path of the file only.")) var isPath: Bool
  @Given(.flag("--how", "Print how each platform is told to trust it, and to trust it no more."))
  var isInstructions: Bool

  static let manual = Manual(
    name: "ca", summary: "print the certificate authority and how to trust it", forms: ["ca [--path | --how]"],
    details: [
      """
      The certificate goes to standard output; where the file lies and how to trust it go to standard error. The \
      authority is made at the first start and stays in the home directory: MOCKIDP_HOME, else mockidp in \
      XDG_DATA_HOME, else ~/.local/share/mockidp.
      """
    ],
    options: Self().options,
    examples: [
      .init("mockidp ca > ca.pem", "The certificate in a file."),
      .init("NODE_EXTRA_CA_CERTS=$(mockidp ca --path) npm test", "For Node, without a copy."),
      .init("mockidp ca --how", "The commands for every platform."),
    ])

  func check(_ arguments: Arguments) throws(UsageError) {
    if isPath, isInstructions { throw arguments.error("give --path or --how, not both") }
  }

  func run(on console: Console) throws -> ExitCode {
    let home = HomeFiles(environment: console.environment)
    let path = home.certificateAuthority
    try HomeDirectory.checkThereIsOne(at: path)
    guard TextFile.exists(path), let certificate = try HomeDirectory.certificateAuthority(in: home.directory) else {
      throw CommandError(
        "there is no certificate authority at \(path) yet: 'mockidp serve' makes it at its first start")
    }
    if isPath {
      console.print(path)
    } else if isInstructions {
      console.write(try Self.instructions(path, certificate, console.palette))
    } else {
      console.copy(certificate)
      console.note("\(path)\n\n" + (try Self.instructions(path, certificate, console.palette(of: console.errors))))
    }
    return .success
  }

  private static func instructions(_ path: String, _ certificate: String, _ palette: Palette) throws -> String {
    let fingerprint = Hex.encode(try Certificate.pem(certificate).sha1Thumbprint)
    return TrustInstructions.text(path: path, fingerprint: fingerprint, palette)
  }
}
