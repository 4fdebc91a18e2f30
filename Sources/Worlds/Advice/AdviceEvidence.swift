import Bytes
import Directory
import Time

/// The journal, sorted into the groups that the rows of advice look at.
struct AdviceEvidence {
  let exchanges: [Exchange]
  let directory: DirectoryState
  /// Requests to the authorize endpoint that have parameters. Each begins a sign-in.
  let authorizations: [Exchange]
  /// POST requests to the token endpoint, so no preflights.
  let tokenRequests: [Exchange]

  init(_ exchanges: [Exchange], _ directory: DirectoryState) {
    self.exchanges = exchanges
    self.directory = directory
    authorizations = exchanges.filter { $0.endpoint == .authorize && !$0.parameters.isEmpty }
    tokenRequests = exchanges.filter { $0.endpoint == .token && $0.method == "POST" }
  }

  /// One finding for each app that has at least one exchange for which `isMeant` is true. `seen` makes the sentence
  /// from the count: `2 of 3 sign-ins`, or `3 sign-ins` when it is true for all.
  func byClient(
    _ exchanges: [Exchange], _ noun: String, where isMeant: (Exchange) -> Bool, seen: (String) -> String
  ) -> [AdviceKind.Finding] {
    Self.grouped(exchanges) { $0.client?.alias }.compactMap { client, all in
      let meant = all.filter(isMeant)
      guard !meant.isEmpty else { return nil }
      let count = meant.count == all.count ? "\(all.count)" : "\(meant.count) of \(all.count)"
      let subject = "\(count) \(noun)\(all.count == 1 ? "" : "s")"
      return AdviceKind.Finding(client: client, seen: seen(subject), exchanges: meant)
    }
  }

  /// The groups, in the order in which their first members came.
  static func grouped<Key: Hashable>(_ exchanges: [Exchange], by key: (Exchange) -> Key) -> [(key: Key, [Exchange])] {
    var order: [Key] = []
    var groups: [Key: [Exchange]] = [:]
    for exchange in exchanges {
      let key = key(exchange)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(exchange)
    }
    return order.map { ($0, groups[$0] ?? []) }
  }

  /// Splits a sequence into runs. A new run begins where `continues` is false for two neighbours.
  static func runs(_ exchanges: [Exchange], while continues: (Exchange, Exchange) -> Bool) -> [[Exchange]] {
    var runs: [[Exchange]] = []
    for exchange in exchanges {
      if let last = runs.last?.last, continues(last, exchange) {
        runs[runs.count - 1].append(exchange)
      } else {
        runs.append([exchange])
      }
    }
    return runs
  }
}

extension Exchange {
  /// The value of a parameter that was sent and is not empty. For a hidden parameter it is a mark.
  func sent(_ name: String) -> String? {
    parameters.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// The words of a parameter such as `response_type`.
  func words(_ name: String) -> [String] {
    (sent(name) ?? "").split(separator: " ").map { ASCII.lowercased(String($0)) }
  }

  /// Whether the request was to a v1.0 endpoint, which has `resource` where v2.0 has `scope`.
  var isLegacyEndpoint: Bool {
    (endpoint == .authorize || endpoint == .token) && path.firstPlace(of: "/v2.0/") == nil
  }

  /// Whether an MSAL made the request. Several of them send no nonce with a code, and the app cannot make them.
  var isOfMSAL: Bool { library.map { ASCII.lowercased($0).firstPlace(of: "msal") != nil } ?? false }

  /// How long after `earlier` this exchange began. Nil when the world's clock stood still or was turned back, since it
  /// tells nothing then.
  func pause(since earlier: Exchange) -> Duration? {
    let pause = startedAt - earlier.startedAt
    return pause > .zero ? pause : nil
  }
}
