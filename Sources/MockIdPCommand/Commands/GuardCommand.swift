import Crypto
import Gates
import JSON
import Platform

/// Stands before an emulator as a service of Azure does: with its challenge, and its check of tokens.
struct GuardCommand: Command {
  @Given(
    .value("--service", "NAME", GuardedService.all.map(\.name).joined(separator: ", ") + "."), or: nil, service)
  var service: GuardedService?
  @Given(.value("--account-key", "KEY", "With cosmos: the key of the account (default: that of every emulator)."))
  var accountKey: String?
  @Given(.flag("--drop-token", "Take the token away from what is passed on.")) var dropsToken: Bool
  var gate = GateOptions()
  var server = ServerLocation()

  static let manual = Manual(
    name: "guard", summary: "stand before an emulator as a service of Azure does",
    forms: ["guard --service NAME --upstream URL [options]"],
    details: [
      """
      A request without a token gets the service's refusal, whose challenge names the tenant and this server. A token \
      has to be signed by the server, for the service, and alive. The refusal has the service's words, and standard error says what \
      is wrong. What is good goes to the emulator. A shared key or a signature in the address is the emulator's affair.
      """,
      """
      The emulator of Cosmos DB takes keys alone. So the guard of cosmos checks the token and signs the request with the \
      account's key.
      """,
      """
      The guard of container-registry gives the registry's own tokens for one of Entra, at /oauth2/exchange and /oauth2/token, \
      as the service does. They are good until the guard ends.
      """,
    ],
    options: Self().options,
    examples: [
      .init("mockidp guard --service key-vault --upstream https://localhost:8444", "Before an emulator of Key Vault."),
      .init("mockidp guard --service cosmos --upstream http://localhost:8081", "Before the emulator of Cosmos DB."),
      .init(
        "mockidp guard --service container-registry --upstream http://localhost:5000",
        "Before a registry of containers."),
    ])

  private static func service(_ option: Option, _ arguments: Arguments) throws(UsageError) -> GuardedService? {
    let known = GuardedService.all.map(\.name).joined(separator: ", ")
    guard let name = arguments.value(option) else { throw arguments.error("--service says which: \(known)") }
    guard let service = GuardedService.named(name) else {
      throw arguments.error("--service takes one of \(known), not \"\(name)\"")
    }
    return service
  }

  func check(_ arguments: Arguments) throws(UsageError) {
    if accountKey != nil, service?.name != "cosmos" {
      throw arguments.error("--account-key goes with --service cosmos")
    }
  }

  func run(on console: Console) throws -> ExitCode {
    guard let service else { return .usage }
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
        entropy: SystemEntropy(), accountKey: accountKey, tokenKey: service.signsTokens ? try PrivateKey.rsa() : nil,
        passesToken: !dropsToken,
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
