import JSON
import Testing

@testable import Intake

/// Files by their names, and what is found in them, in short lines that a table of tests can hold.
struct Reading: Sendable, CustomTestStringConvertible {
  var title: String
  var files: [(name: String, text: String)]
  /// The lines of `found`.
  var expected: [String]

  init(_ title: String, _ files: [(String, String)], _ expected: [String]) {
    self.title = title
    self.files = files
    self.expected = expected
  }

  var testDescription: String { title }

  var draft: Draft { Self.draft(files.map { ($0.name, Array($0.text.utf8)) }) }

  static func draft(_ files: [(String, [UInt8])], named name: String = "acme") -> Draft {
    var intake = Intake(paths: files.map(\.0))
    for (name, bytes) in files { intake.read(name, bytes) }
    return intake.draft(named: name)
  }

  /// A line for each app, and one for each remark that is not an assumption about users.
  var found: [String] {
    let draft = draft
    var lines: [String] = []
    for app in draft.apps { lines.append(Self.line(app, of: draft)) }
    for remark in draft.remarks where remark.place != nil {
      lines.append("\(remark.kind): \(remark.place.map { "\($0)" } ?? ""): \(remark.text)")
    }
    return lines
  }

  static func line(_ app: DraftApp, of draft: Draft) -> String {
    let tenant = draft.tenants[app.tenant]
    var words = [
      app.kind.rawValue, app.isIdMadeUp ? "made-up" : app.clientId, "of", tenant.isIdMadeUp ? "made-up" : tenant.id,
    ]
    for (name, fact) in [
      ("web", Fact.webRedirect), ("spa", .spaRedirect), ("native", .nativeRedirect), ("logout", .logoutUrl),
      ("asks", .scope),
      ("role", .applicationPermission), ("uri", .identifierUri), ("exposes", .exposedScope),
      ("audience", .signInAudience),
    ] {
      for finding in app.all(fact) {
        let value =
          app.isIdMadeUp
          ? String(
            finding.value.split(separator: app.clientId, omittingEmptySubsequences: false).joined(separator: "ID"))
          : finding.value
        words.append("\(name)\(finding.isAssumed ? "~" : "=")\(value)")
      }
    }
    if app.isProvider { words.append("saml") }
    if !app.all(.secret).isEmpty { words.append("secret") }
    if !app.all(.certificate).isEmpty { words.append("certificate") }
    for finding in app.all(.member) { words.append("+\(finding.value)") }
    return words.joined(separator: " ")
  }
}

/// Ids that the tests use: two apps, two tenants, an API.
enum Id {
  static let app = "1b6c27a9-5d41-4c0e-9a53-2f6f0ad2c7e1"
  static let other = "2c7d38ba-6e52-4d1f-8b64-3a7a1be3d8f2"
  static let api = "3d8e49cb-7f63-4e2a-9c75-4b8b2cf4e9a3"
  static let tenant = "4e9f5adc-8a74-4f3b-8d86-5c9c3da5fab4"
  static let far = "5fa06bed-9b85-4a4c-9e97-6dad4eb6abc5"
}
