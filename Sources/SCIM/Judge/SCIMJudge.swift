import Bytes
import JSON
package import Time

/// What the judge is told.
package struct JudgeOrder: Sendable {
  /// Whether somebody is let in, by the server's id and the sign-in name. It runs a command of the user.
  package typealias Access = @Sendable (_ id: String, _ userName: String) throws -> Bool

  package var client: SCIMClient
  /// A second customer's token, for the question whether it sees the first one's users.
  package var otherToken: String?
  /// Where a token is granted, and for whom.
  package var tokenRequest: SCIMTokenRequest?
  /// The domain of the users that the judge makes.
  package var domain = "example.com"
  /// How many users there are when the last one is looked for.
  package var many = 30
  /// Passes over the checks of groups.
  package var usersOnly = false
  /// Changes nothing at the server.
  package var readOnly = false
  package var dialects = SCIMDialect.allCases
  /// Ids or letters of checks; empty for all.
  package var only: [String] = []
  /// Ids or letters of checks that are left out.
  package var skipped: [String] = []
  package var access: Access?

  package init(client: SCIMClient) { self.client = client }

  func wants(_ check: SCIMCheck) -> Bool {
    func names(_ list: [String]) -> Bool { list.contains { $0 == check.id || $0 == check.group } }
    return (only.isEmpty || names(only)) && !names(skipped)
  }
}

/// Asks a SCIM server what Entra's provisioning would ask, and says which answers would not do. It makes users and groups of its own and
/// takes them away again. One thread uses it.
package final class SCIMJudge {
  let order: JudgeOrder
  let stamp: SCIMStamp
  let stop: SCIMStop
  /// As Entra sends: without a User-Agent, unless the server lets nobody in without.
  var client: SCIMClient
  /// Whether users are found by their name. Nil until that was asked.
  var findsUsers: Bool?
  /// A user with all attributes as the server returned it. Nil until one was made; an empty one when it was refused.
  var fullUser: SCIMResource??
  /// Media types of answers, with the first request that each one answered.
  var mediaTypes: [(type: String, exchange: SCIMExchange)] = []
  /// What has to be taken away again, oldest first.
  var made: [(kind: SCIMKind, id: String)] = []
  /// Names of users and groups that may be there though the server did not say so.
  var doubtful: [(kind: SCIMKind, name: String)] = []
  /// Resources that could not be taken away, for the report.
  package private(set) var leftBehind: [String] = []
  private let entropy: any Entropy
  private let run: String
  private var count = 0
  /// Whether the first requests had no answer: all others would have none either.
  private var isAway = false
  var hasAnswered = false

  /// `day` is today, as `2026-01-05`, for the header field that Entra sends; `entropy` gives names that nobody has. `stop` ends the
  /// checks when another thread asks for it; what was made is still taken away.
  package init(_ order: JudgeOrder, day: String, entropy: any Entropy, stop: SCIMStop) {
    self.order = order
    self.entropy = entropy
    self.stop = stop
    client = order.client
    stamp = SCIMStamp(day: day, activity: GUID(random: entropy.bytes(16)))
    run = String(GUID(random: entropy.bytes(16)).description.prefix(8))
  }

  /// A name that no server has.
  func randomName() -> String { GUID(random: entropy.bytes(16)).description }

  /// `mockidp-check-{run}-{number}`.
  func nextName() -> String {
    count += 1
    return "mockidp-check-\(run)-\(count)"
  }

  /// Runs the checks and hands over each verdict as it is known. Those after a stop do not run.
  package func judge(_ each: (SCIMVerdict) -> Void) {
    for check in SCIMCheck.all where order.wants(check) && !stop.hasPassed {
      for dialect in check.isInBoth ? order.dialects : [.standard] {
        let bench = JudgeBench(self, SCIMForm(dialect: dialect))
        let verdict = verdict(of: check, at: bench, in: check.isInBoth ? dialect : nil)
        clear(keeping: bench.before)
        if let verdict { each(verdict) }
      }
    }
  }

  /// Nil when the judge was stopped meanwhile.
  private func verdict(of check: SCIMCheck, at bench: JudgeBench, in dialect: SCIMDialect?) -> SCIMVerdict? {
    func verdict(_ outcome: SCIMVerdict.Outcome, _ text: String) -> SCIMVerdict {
      SCIMVerdict(check: check, dialect: dialect, outcome: outcome, text: text, exchanges: bench.exchanges)
    }
    if order.readOnly, !check.isReading { return verdict(.skip, "Left out by --read-only.") }
    if check.group == "G", order.usersOnly { return verdict(.skip, "Groups are left out by --users-only.") }
    if isAway { return verdict(.skip, "The server does not answer.") }
    defer { isAway = !hasAnswered && bench.exchanges.last.map { $0.status == nil } == true }
    do {
      try check.run(bench)
      return bench.remarks.isEmpty ? verdict(.pass, "") : verdict(.warn, bench.remarks.joined(separator: " "))
    } catch let end as CheckEnd {
      switch end {
      case .wrong(let text): return verdict(check.level == .fragile ? .warn : .fail, text)
      case .untrue(let text): return verdict(.fail, text)
      case .skipped(let text): return verdict(.skip, text)
      case .stopped: return nil
      }
    } catch { return verdict(.fail, "\(error)") }
  }

  /// Takes away what was made after the first `count` resources. After a stop `clean` does so.
  private func clear(keeping count: Int) {
    while !stop.hasPassed, made.count > count, let last = made.popLast() { remove(last.kind, last.id, by: stop) }
  }

  private func remove(_ kind: SCIMKind, _ id: String, by stop: SCIMStop) {
    let answer = try? client.send(.delete(kind, id), stamp: stamp, stop: stop)
    if stop.hasPassed {
      made.append((kind, id))
      return
    }
    guard let status = answer?.status, status == 404 || 200..<300 ~= status else {
      leftBehind.append("/\(kind.rawValue)/\(id)")
      return
    }
  }

  /// Takes away all that is left of what the judge made, also after a stop. `stop` ends it for good.
  package func clean(_ stop: SCIMStop) {
    for (kind, name) in doubtful {
      let attribute = kind == .users ? "userName" : "displayName"
      guard let request = SCIMRequest.find(kind, attribute, equals: name),
        let answer = try? client.send(request, stamp: stamp, stop: stop),
        let found = (try? answer.list())?.resources, found.count == 1, found[0].object.member(attribute)?.string == name
      else { continue }
      made.append((kind, found[0].id))
    }
    doubtful = []
    let list = made.reversed()
    made = []
    for (kind, id) in list { remove(kind, id, by: stop) }
    leftBehind += made.map { "/\($0.kind.rawValue)/\($0.id)" }
  }
}
