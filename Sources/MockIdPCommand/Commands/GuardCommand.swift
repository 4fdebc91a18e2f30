import Gates

/// Stands before an emulator as a service of Azure does: with its challenge, and its check of tokens.
struct GuardCommand: Command {
  static let service = Option.value(
    "--service", "NAME", GuardedService.all.map(\.name).joined(separator: ", ") + ".")
  static let accountKey = Option.value(
    "--account-key", "KEY", "With cosmos: the key of the account (default: that of every emulator).")
  static let dropToken = Option.flag("--drop-token", "Take the token away from what is passed on.")

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
    ],
    options: [service, accountKey, dropToken] + GateOptions.options + ServerLocation.worldOptions,
    examples: [
      .init("mockidp guard --service key-vault --upstream https://localhost:8444", "Before an emulator of Key Vault."),
      .init("mockidp guard --service cosmos --upstream http://localhost:8081", "Before the emulator of Cosmos DB."),
    ])

  let service: GuardedService
  let accountKey: String?
  let dropsToken: Bool
  let gate: GateOptions
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    let known = GuardedService.all.map(\.name).joined(separator: ", ")
    guard let name = arguments.value(Self.service) else { throw arguments.error("--service says which: \(known)") }
    guard let service = GuardedService.named(name) else {
      throw arguments.error("--service takes one of \(known), not \"\(name)\"")
    }
    self.service = service
    accountKey = arguments.value(Self.accountKey)
    dropsToken = arguments.has(Self.dropToken)
    gate = try GateOptions(arguments)
    server = try ServerLocation(arguments)
    if accountKey != nil, name != "cosmos" { throw arguments.error("--account-key goes with --service cosmos") }
  }
}
