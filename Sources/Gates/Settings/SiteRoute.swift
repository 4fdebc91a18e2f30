import Bytes

/// A route of Static Web Apps: who may open the paths that fit, and where they lead (Microsoft: "Configure Azure Static Web
/// Apps", routes).
package struct SiteRoute: Sendable, Hashable {
  /// A path; `*` at its end stands for any rest, and `*.{png,jpg}` for files of these endings.
  package var pattern: String
  /// Nil for every method.
  package var methods: [String]?
  /// Roles of which one is needed. Nil lets everybody in.
  package var allowedRoles: [String]?
  package var redirect: String?
  package var rewrite: String?
  package var status: Int?

  package init(_ pattern: String) { self.pattern = pattern }

  func fits(method: String, path: String) -> Bool {
    if let methods, !methods.contains(where: { ASCII.equalIgnoringCase($0, method) }) { return false }
    return Self.fits(path, pattern)
  }

  /// Whether a path is the one of a pattern, or below it.
  static func fits(_ path: String, _ pattern: String) -> Bool {
    guard let star = pattern.utf8.firstIndex(of: 0x2A) else { return path == pattern }
    let head = pattern[..<star]
    let tail = pattern[pattern.index(after: star)...]
    guard path.hasPrefix(head) || head.hasSuffix("/") && path + "/" == head else { return false }
    if tail.isEmpty { return true }
    guard tail.hasPrefix(".{"), tail.hasSuffix("}") else { return path.hasSuffix(tail) }
    return tail.dropFirst(2).dropLast().split(separator: ",").contains { path.hasSuffix(".\(ASCII.trimmed($0))") }
  }
}

/// What an answer of a status becomes (`responseOverrides`).
package struct SiteOverride: Sendable, Hashable {
  package var status: Int?
  package var redirect: String?

  package init(status: Int? = nil, redirect: String? = nil) {
    self.status = status
    self.redirect = redirect
  }
}
