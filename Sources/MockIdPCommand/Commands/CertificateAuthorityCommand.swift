/// Prints the certificate of the authority, its path, or how each platform comes to trust it.
struct CertificateAuthorityCommand: Command {
  static let path = Option.flag("--path", "Print the path of the file only.")
  static let how = Option.flag("--how", "Print how each platform is told to trust it, and to trust it no more.")

  static let manual = Manual(
    name: "ca", summary: "print the certificate authority and how to trust it", forms: ["ca [--path | --how]"],
    details: [
      """
      The certificate goes to standard output; where the file lies and how to trust it go to standard error. The \
      authority is made at the first start and stays in the home directory: MOCKIDP_HOME, else mockidp in \
      XDG_DATA_HOME, else ~/.local/share/mockidp.
      """
    ],
    options: [path, how],
    examples: [
      .init("mockidp ca > ca.pem", "The certificate in a file."),
      .init("NODE_EXTRA_CA_CERTS=$(mockidp ca --path) npm test", "For Node, without a copy."),
      .init("mockidp ca --how", "The commands for every platform."),
    ])

  enum Output: Sendable {
    case certificate
    case path
    case instructions
  }

  let output: Output

  init(_ arguments: inout Arguments) throws(UsageError) {
    if arguments.has(Self.path), arguments.has(Self.how) { throw arguments.error("give --path or --how, not both") }
    output = arguments.has(Self.path) ? .path : arguments.has(Self.how) ? .instructions : .certificate
  }
}
