import Bytes
import Policy
import TestSupport

/// What the control API shows, and does to, a world with many objects; and names of any length in paths.
extension ListPlace {
  private static func inWorld(
    _ name: String, _ method: String, _ path: String, _ begin: String, _ end: String = "",
    of item: @escaping @Sendable (Int) -> String
  ) -> ListPlace {
    ListPlace(name, item: item) {
      .inWorld(of: begin + $0.joined(separator: "\n") + "\n" + end, .control(method, path, body: ""))
    }
  }

  private static let user = numbered("    user", ": { displayName: Many }")
  private static let group = numbered("    group", ": { displayName: Many, members: [alice] }")
  private static let app = numbered("    app", ": { type: spa, consent: granted }")
  private static let policy = numbered("  - { name: p", ", require: mfa, users: [alice] }")
  private static let rule = numbered("  - { name: r", ", when: { endpoint: token }, then: { delay: 2s } }")

  static let control: [ListPlace] = [
    inWorld("control, list of users", "GET", "/users", "world:\n  users:\n", of: user),
    inWorld("control, list of apps", "GET", "/apps", "world:\n  apps:\n", of: app),
    inWorld("control, list of groups", "GET", "/groups", "world:\n  groups:\n", of: group),
    inWorld("control, list of consents", "GET", "/consents", "world:\n  apps:\n", of: app),
    inWorld("control, list of policies", "GET", "/policies", "world:\n  policies:\n", of: policy),
    inWorld("control, list of rules", "GET", "/rules", "rules:\n", of: rule),
    inWorld("control, the whole world", "GET", "/world", "world:\n  users:\n", of: user),
    inWorld("control, a user of many groups", "GET", "/users/alice", "world:\n  groups:\n", of: group),
    inWorld("control, all rules removed", "DELETE", "/rules", "rules:\n", of: rule),
    inWorld("control, back to the beginning", "POST", "/reset", "world:\n  users:\n", of: user),
    inWorld("control, advice", "GET", "/advice", "world:\n  users:\n", of: user),
    ListPlace("journal, exchanges", item: numbered("/common/w")) { .journal($0, "/exchanges") },
    ListPlace("journal, as an archive", item: numbered("/common/w")) { .journal($0, "/exchanges.har") },
    ListPlace("journal, segments of a path", item: numbered("w")) {
      .journal(["/" + $0.joined(separator: "/")], "/exchanges")
    },
    ListPlace("journal, what looks like a token", item: same("eyJhbGciOi.")) {
      .journal(["/" + $0.joined()], "/exchanges.har")
    },
    path("tenant, letters of a name", same("a"), separator: ""),
    path("tenant, labels of a domain", numbered("w"), separator: "."),
    path("tenant, escaped letters", same("%C3%A4"), separator: ""),
    path("tenant, escaped control characters", same("%1B"), separator: ""),
    path("tenant, segments", numbered("w"), separator: "/"),
    ListPlace("control, letters of a name", item: same("a")) { .control("GET", "/users/" + $0.joined(), body: "") },
    ListPlace("explain, letters of a name", item: same("a")) { letters in
      .work { "\(Catalogue.lookup(letters.joined()))" }
    },
    ListPlace("explain, words", item: numbered("word")) { words in
      .work { "\(Catalogue.lookup(words.joined(separator: " ")))" }
    },
  ]

  /// Names in the place of the tenant.
  private static func path(
    _ name: String, _ item: @escaping @Sendable (Int) -> String, separator: String
  ) -> ListPlace {
    ListPlace(name, item: item) {
      .service(
        "POST", "/" + $0.joined(separator: separator) + "/oauth2/v2.0/token", form: "grant_type=client_credentials")
    }
  }
}
