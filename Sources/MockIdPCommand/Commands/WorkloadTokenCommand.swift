/// Prints the token by which a workload proves an app: that of a Kubernetes service account, of a pipeline, or of any other
/// issuer that the app trusts.
struct WorkloadTokenCommand: Command {
  static let client = Option.value(
    "--client", "NAME", "The app that trusts the issuer, by alias or client id (default: the first daemon).")
  static let issuer = Option.value(
    "--issuer", "URL|NAME",
    "Whose token it is; a NAME stands for an issuer of this server (default: as the app's credential says).")
  static let subject = Option.value("--subject", "TEXT", "The workload, such as system:serviceaccount:shop:cart.")
  static let audience = Option.value("--audience", "TEXT", "Whom it is for (default: as the credential says).")
  static let claim = Option.value(
    "--claim", "NAME=VALUE", isRepeatable: true, "A further claim, such as repository=contoso/app.")
  static let lifetime = Option.value("--lifetime", "DURATION", "How long the token lives (default 1h).")
  static let file = Option.value("--file", "FILE", "Write it there, for its user alone, in the place of printing it.")
  static let keep = Option.flag(
    "--keep", "With --file: stay, and write a new one before each token ends.")

  static let manual = Manual(
    name: "workload-token", summary: "print the token by which a workload proves an app",
    forms: ["workload-token [--client NAME] [--file FILE [--keep]] [options]"],
    details: [
      """
      The app has to trust the issuer and the subject, by a federated credential of the scenario. Without --issuer, --subject \
      and --audience the token fits the app's first credential. The server signs it in the place of the issuer and knows its \
      signature again, so the issuer need not exist. --issuer NAME is one that this server has, with discovery and keys for others.
      """,
      """
      --file with --keep is what Kubernetes does with a projected volume: the file is replaced in one step, before the \
      token in it ends. A signal ends the command.
      """,
    ],
    options: [client, issuer, subject, audience, claim, lifetime, file, keep] + ServerLocation.worldOptions,
    examples: [
      .init("mockidp workload-token --client daemon", "What the app's federated credential asks for."),
      .init("mockidp workload-token --subject repo:o/r:pull_request", "A job of another branch."),
      .init("mockidp workload-token --file token --keep", "For AZURE_FEDERATED_TOKEN_FILE, as in a pod."),
    ])

  let client: String?
  let issuer: String?
  let subject: String?
  let audience: String?
  let claims: [Setting]
  let lifetime: Duration
  let file: String?
  let isKept: Bool
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    client = arguments.value(Self.client)
    issuer = arguments.value(Self.issuer)
    subject = arguments.value(Self.subject)
    audience = arguments.value(Self.audience)
    claims = try Setting.all(Self.claim, arguments)
    lifetime = try arguments.duration(Self.lifetime) ?? .seconds(3_600)
    file = arguments.value(Self.file)
    isKept = arguments.has(Self.keep)
    server = try ServerLocation(arguments)
    if isKept, file == nil { throw arguments.error("--keep goes with --file FILE") }
    if lifetime == .zero { throw arguments.error("--lifetime has to be longer than nothing") }
  }
}
