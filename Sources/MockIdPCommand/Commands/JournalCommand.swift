/// Prints the exchanges of a running server: requests, answers, and why they are as they are.
struct JournalCommand: Command {
  static let last = Option.value("--last", "COUNT", "How many, the newest (default 100).")
  static let user = Option.value("--user", "NAME", "Only this user's.")
  static let client = Option.value("--client", "NAME", "Only this app's.")
  static let tenant = Option.value("--tenant", "NAME", "Only this tenant's.")
  static let endpoint = Option.value("--endpoint", "NAME", "Only this endpoint's: token, authorize, me, …")
  static let event = Option.value("--event", "NAME", "Only those in which it happened: signIn, token.refused, …")
  static let error = Option.value("--error", "ERROR", "Only these refusals: AADSTS50173, grantRevoked, invalid_grant.")
  static let follow = Option.flag("--follow", "Go on printing what comes, until a signal or the server's end.")
  static let json = Option.flag("--json", "Print the exchanges as JSON; with --follow one in a line.")

  static let har = Option.flag("--har", "Print all that fit as an HTTP archive (HAR), which browsers open.")

  static let manual = Manual(
    name: "journal", summary: "print the exchanges of a running server",
    forms: ["journal [--last COUNT] [--user NAME] [--error ERROR] [--follow]"],
    details: ["'mockidp explain NUMBER' tells why an exchange ended as it did."],
    options: [last, user, client, tenant, endpoint, event, error, follow, json, har] + ServerLocation.worldOptions,
    examples: [
      .init("mockidp journal", "A line for each exchange, the oldest first."),
      .init("mockidp journal --last 5 --json", "The newest five, for a script."),
      .init("mockidp journal --har > run.har", "For the network tab of a browser."),
      .init("mockidp journal --error invalid_grant --follow", "Watch refresh tokens being refused."),
    ])

  let last: Int
  let user: String?
  let client: String?
  let tenant: String?
  let endpoint: String?
  let event: String?
  let error: String?
  let follows: Bool
  let isJSON: Bool
  let isArchive: Bool
  let server: ServerLocation

  init(_ arguments: inout Arguments) throws(UsageError) {
    last = try arguments.number(Self.last, in: 1...1_000_000) ?? 100
    user = arguments.value(Self.user)
    client = arguments.value(Self.client)
    tenant = arguments.value(Self.tenant)
    endpoint = arguments.value(Self.endpoint)
    event = arguments.value(Self.event)
    error = arguments.value(Self.error)
    follows = arguments.has(Self.follow)
    isJSON = arguments.has(Self.json)
    isArchive = arguments.has(Self.har)
    server = try ServerLocation(arguments)
    if isArchive, follows || isJSON { throw arguments.error("--har goes neither with --follow nor with --json") }
  }
}
