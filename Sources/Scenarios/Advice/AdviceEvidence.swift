import Bytes
import Directory
import Time

/// The journal in the form that advice asks it.
struct AdviceEvidence {
  let exchanges: [Exchange]
  let directory: DirectoryState
  /// Requests to the authorize endpoint, which begin a sign-in.
  let authorizations: [Exchange]
  /// Requests to the token endpoint, without preflights.
  let tokenRequests: [Exchange]

  init(_ exchanges: [Exchange], _ directory: DirectoryState) {
    self.exchanges = exchanges
    self.directory = directory
    authorizations = exchanges.filter { $0.endpoint == .authorize && !$0.parameters.isEmpty }
    tokenRequests = exchanges.filter { $0.endpoint == .token && $0.method == "POST" }
  }

  /// One finding for each app that has exchanges which `isMeant`, among those given. `seen` gets how many there are and of how
  /// many: `2 of 3 sign-ins`, or `3 sign-ins` when that is all.
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

  /// Groups in the order in which their first members came.
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

  /// Parts of a sequence whose members follow each other; a new part begins where `continues` says no.
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
  /// A parameter that was sent with something in it; of a secret one nothing but that can be told.
  func sent(_ name: String) -> String? {
    parameters.first { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// The words of a parameter such as `response_type`.
  func words(_ name: String) -> [String] {
    (sent(name) ?? "").split(separator: " ").map { ASCII.lowercased(String($0)) }
  }

  /// Whether the v1.0 endpoints were asked, which say `resource` where v2.0 says `scope`.
  var isLegacyEndpoint: Bool {
    (endpoint == .authorize || endpoint == .token) && path.firstPlace(of: "/v2.0/") == nil
  }

  /// How long after `earlier` this began; nil where the world's clock tells nothing: it stood still, or was turned back.
  func pause(since earlier: Exchange) -> Duration? {
    let pause = startedAt - earlier.startedAt
    return pause > .zero ? pause : nil
  }
}
