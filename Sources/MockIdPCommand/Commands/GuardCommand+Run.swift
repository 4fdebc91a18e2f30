import Crypto
import Gates
import JSON
import Platform

extension GuardCommand {
  func run(on console: Console) throws -> ExitCode {
    let signals = SignalSet.blocking(SIGTERM, SIGINT)
    let facts = try ServerFacts.found(server, on: console)
    let remote = try RemoteServer.find(server, on: console)
    let gate = gate
    guard
      let handler = ServiceGuard(
        service,
        source: TokenSource(
          authority: facts.authority, tenant: facts.tenantID, http: remote.http, fields: remote.worldFields),
        relay: try gate.relay(authority: facts.certificateAuthorityPEM), clock: WorldTime(of: remote),
        entropy: SystemEntropy(), accountKey: accountKey, passesToken: !dropsToken,
        log: { line in if !gate.isQuiet { console.note("guard: \(line)") } })
    else { throw CommandError("--account-key takes the key in Base64, as the account shows it", .usage) }
    return try gate.serve(
      handler, signals: signals, facts: ["service": .string(service.name)], on: console
    ) { site, _ in
      [
        "\(site)  before \(gate.upstream), as \(service.name)",
        "tokens are those of \(facts.authority)/\(facts.tenantID) for \(service.resource)",
      ]
    }
  }
}
