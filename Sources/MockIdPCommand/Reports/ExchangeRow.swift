import JSON
import Policy
import Time
import Worlds

/// One exchange as a row of a table.
struct ExchangeRow: Sendable, Hashable {
  /// Nil when the exchange is not in the journal yet.
  var number: String?
  var time: String
  var status: String
  var isRefused: Bool
  var request: String
  /// The app and the user, by their aliases.
  var parties: String
  /// The grant, prompt or page, and the result.
  var outcome: String
  /// The host that the proxy refused, with its port. Nil for every other exchange.
  var refusedHost: String?

  init(_ exchange: Exchange) {
    number = nil
    time = Self.timeOfDay(exchange.startedAt.iso8601)
    status = "\(exchange.status)"
    let isPassedOn = exchange.endpoint == .proxy
    request = Self.request(
      exchange.method, isPassedOn ? exchange.host : "", exchange.path, exchange.tenant.map { ($0.alias, "\($0.id)") })
    parties = Self.joined(exchange.client?.alias, exchange.user?.alias)
    let refusal = exchange.refusal.map { "\($0.kind.label) \($0.kind.name)" } ?? exchange.resourceError
    refusedHost = isPassedOn && exchange.status >= 400 ? exchange.host : nil
    isRefused = refusal != nil || refusedHost != nil
    outcome = Self.joined(
      exchange.grant, exchange.prompt.map { "prompt=\($0)" }, exchange.userFlow, exchange.page, refusal,
      Self.note(isPassedOn, refusedHost)
    )
  }

  /// An exchange in the JSON of the control API.
  init(_ exchange: JSONValue) {
    func text(_ name: String) -> String? { exchange[name]?.string }
    number = exchange["number"]?.integer.map { "#\($0)" }
    time = Self.timeOfDay(text("startedAt") ?? "")
    status = exchange["status"]?.integer.map { "\($0)" } ?? ""
    let tenant = exchange["tenant"].flatMap { tenant in
      tenant["alias"]?.string.flatMap { alias in tenant["id"]?.string.map { (alias, $0) } }
    }
    let isPassedOn = text("endpoint") == EndpointName.proxy.rawValue
    let host = text("host") ?? ""
    request = Self.request(text("method") ?? "", isPassedOn ? host : "", text("path") ?? "", tenant)
    parties = Self.joined(exchange["client"]?["alias"]?.string, exchange["user"]?["alias"]?.string)
    let code = exchange["refusal"]?["code"]?.string
    let refusal = code.map { Self.joined($0, exchange["refusal"]?["name"]?.string) } ?? text("resourceError")
    refusedHost = isPassedOn && exchange["status"]?.integer ?? 0 >= 400 ? host : nil
    isRefused = refusal != nil || refusedHost != nil
    outcome = Self.joined(
      text("grant"), text("prompt").map { "prompt=\($0)" }, text("userFlow"), text("page"), refusal,
      Self.note(isPassedOn, refusedHost))
  }

  /// One line for each row, in columns; refusals are red.
  static func table(_ rows: [ExchangeRow], _ palette: Palette) -> [String] {
    let lines = Columns.table(
      rows.map { row in
        [row.number].compactMap(\.self) + [row.time, row.status, row.request, row.parties, row.outcome]
      })
    return zip(rows, lines).map { $0.isRefused ? palette.red($1) : $1 }
  }

  /// The rows, with one line in the place of all that a browser asked by itself: the first of these rows, which says how
  /// many there are.
  static func folded(_ rows: [ExchangeRow]) -> [ExchangeRow] {
    let chatter = rows.filter(\.isChatter)
    guard chatter.count > 1, var line = chatter.first else { return rows }
    let hosts = Set(chatter.compactMap(\.refusedHost)).count
    if hosts > 1 { line.request += hosts == 2 ? " and another" : " and \(hosts - 1) others" }
    line.outcome = "\(chatter.count) times, by a browser itself"
    var isShown = false
    return rows.compactMap { row in
      guard row.isChatter else { return row }
      defer { isShown = true }
      return isShown ? nil : line
    }
  }

  /// Whether a browser asked this by itself, and the proxy refused it.
  var isChatter: Bool { refusedHost.map(BrowserChatter.has) ?? false }

  /// What the proxy did with a request for another host.
  private static func note(_ isPassedOn: Bool, _ refusedHost: String?) -> String? {
    guard isPassedOn else { return nil }
    guard let refusedHost else { return "passed on" }
    return BrowserChatter.has(refusedHost) ? "by a browser itself" : "the proxy does not let it out"
  }

  /// Method and path. A request for another host, which the proxy got, has that host before its path.
  private static func request(
    _ method: String, _ host: String, _ path: String, _ tenant: (alias: String, id: String)?
  ) -> String { joined(method, host + Self.path(path, tenant)) }

  /// The path with the alias of the tenant in the place of its id, which would take half a line.
  private static func path(_ path: String, _ tenant: (alias: String, id: String)?) -> String {
    guard let tenant, path.hasPrefix("/\(tenant.id)/") else { return path }
    return "/" + tenant.alias + path.dropFirst(1 + tenant.id.count)
  }

  /// `10:20:30` of `2026-01-31T10:20:30.1234567Z`.
  private static func timeOfDay(_ text: String) -> String { String(text.dropFirst(11).prefix(8)) }

  private static func joined(_ parts: String?...) -> String {
    parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
