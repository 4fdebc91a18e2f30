import Directory
import Platform
import Time

/// Prints the token by which a workload proves an app: that of a Kubernetes service account, of a pipeline, or of any other
/// issuer that the app trusts.
struct WorkloadTokenCommand: Command {
  @Given(
    .value("--client", "NAME", "The app that trusts the issuer, by alias or client id (default: the first daemon)."))
  var client: String?
  @Given(
    .value(
      "--issuer", "URL|NAME",
      "Whose token it is; a NAME stands for an issuer of this server (default: as the app's credential says)."))
  var issuer: String?
  @Given(.value("--subject", "TEXT", "The workload, such as system:serviceaccount:shop:cart.")) var subject: String?
  @Given(.value("--audience", "TEXT", "Whom it is for (default: as the credential says).")) var audience: String?
  @Given(.value("--claim", "NAME=VALUE", isRepeatable: true, "A further claim, such as repository=contoso/app."))
  var claims: [Setting]
  @Given(.value("--lifetime", "DURATION", "How long the token lives (default 1h)."), or: .seconds(3_600))
  var lifetime: Duration
  @Given(.value("--file", "FILE", "Write it there, for its user alone, in the place of printing it."))
  var file: String?
  @Given(.flag("--keep", "With --file: stay, and write a new one before each token ends.")) var isKept: Bool
  var server = ServerLocation()

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
    options: Self().options,
    examples: [
      .init("mockidp workload-token --client daemon", "What the app's federated credential asks for."),
      .init("mockidp workload-token --subject repo:o/r:pull_request", "A job of another branch."),
      .init("mockidp workload-token --file token --keep", "For AZURE_FEDERATED_TOKEN_FILE, as in a pod."),
    ])

  func check(_ arguments: Arguments) throws(UsageError) {
    if isKept, file == nil { throw arguments.error("--keep goes with --file FILE") }
  }

  func run(on console: Console) throws -> ExitCode {
    let facts = try ServerFacts.found(server, on: console)
    let remote = try RemoteServer.find(server, on: console)
    let app = try facts.workload(named: client)
    let order = WorkloadToken(
      app: app, credential: try credential(of: app, facts), lifetime: lifetime,
      claims: claims.map { ($0.key, $0.json) })
    guard let file else {
      console.print(try order.mint(at: remote))
      return .success
    }
    guard isKept else {
      try TextFile.replace(file, with: order.mint(at: remote), mode: 0o600)
      return .success
    }
    let signals = SignalSet.blocking(SIGINT, SIGTERM, SIGHUP)
    let clock = WorldTime(of: remote)
    // A projected volume is renewed when four fifths of the token's life are over (Kubernetes: "Configure Service Accounts for
    // Pods"). A test may move the world's clock, so it is looked at often.
    var next = clock.now
    repeat {
      guard clock.now >= next else { continue }
      try TextFile.replace(file, with: order.mint(at: remote), mode: 0o600)
      next = clock.now + lifetime * 4 / 5
    } while signals.wait(upTo: min(.seconds(1), lifetime * 4 / 5)) == nil
    return .success
  }

  /// The credential that the token has to fit: the app's, with what the command line says otherwise.
  private func credential(of app: ServerFacts.App, _ facts: ServerFacts) throws(CommandError) -> FederatedCredential {
    guard var credential = app.federated ?? (subject == nil ? nil : WorkloadToken.cluster(for: app)) else {
      throw CommandError(
        "'\(app.alias)' has no federated credential in the scenario; say whose token it is with --issuer and --subject",
        .usage)
    }
    if credential.expression != nil, subject == nil {
      throw CommandError("the credential '\(credential.name)' fits many subjects; say which with --subject", .usage)
    }
    if let issuer { credential.issuer = issuer.contains(":") ? issuer : "\(facts.authority)/issuers/\(issuer)" }
    if let subject { credential.subject = subject }
    if let audience { credential.audience = audience }
    return credential
  }
}
