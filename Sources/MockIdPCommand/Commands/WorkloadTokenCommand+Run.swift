import Directory
import Platform
import Time

extension WorkloadTokenCommand {
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
