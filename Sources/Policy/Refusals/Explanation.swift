/// The text that `mockidp explain` prints for a row of the catalogue: plain text in at most 80 columns.
package struct Explanation: Sendable, CustomStringConvertible {
  private static let width = 80
  private static let indent = 14

  private let kind: RefusalKind

  package init(_ kind: RefusalKind) { self.kind = kind }

  /// The whole text, with a line feed at its end.
  package var description: String {
    var lines = ["\(kind.label)  \(kind.name)", ""]
    func add(_ label: String, _ text: String) {
      lines += TextColumn.labelled(label, text, indent: Self.indent, width: Self.width)
    }
    func title(_ text: String) { lines += ["", text] }
    func readings(_ readings: [AppReading]) {
      for reading in readings { add("  \(reading.library.rawValue)", reading.text) }
    }

    add("Means", kind.meaning)
    add("Do", kind.remedy)
    if let cause = kind.cause { add("Cause here", cause) }
    add(kind.cause == nil ? "Cause here" : "Or outright", "rule action: { refuse: \(kind.label) }")
    title("The answer")
    add("  error", kind.words)
    if let suberror = kind.suberror { add("  suberror", suberror.rawValue) }
    if kind.surfaces.contains(.token) { add("  HTTP", "\(kind.status)\(kind.retryAfterNote)") }
    add("  where", kind.places)
    add("  text", kind.template.description)
    for variant in kind.variants { add("  or", "\(variant.difference) when \(variant.condition)") }
    add("  source", kind.witness.note)
    if kind.surfaces.contains(.token) {
      title("What MSAL makes of it at the token endpoint")
      for verdict in kind.verdicts { add("  \(verdict.library.rawValue)", verdict.summary) }
    } else if kind.surfaces != [.native] {
      title("What the app hears")
      add("", kind.hearing)
      if kind.reachesApp { readings(AppReading.atRedirect(kind)) }
    }
    let native = AppReading.native(kind)
    if !native.isEmpty {
      title("What MSAL for native authentication makes of it")
      readings(native)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension RefusalKind {
  /// The surfaces in words: `error page, token endpoint`.
  package var places: String {
    Surface.allCases.filter(surfaces.contains).map(\.label).joined(separator: ", ")
  }

  fileprivate var words: String {
    var words = error.rawValue
    if let redirectError, redirectError != error { words += "; on a redirect \(redirectError.rawValue)" }
    if let legacyError, legacyError != error { words += "; at the v1.0 token endpoint \(legacyError.rawValue)" }
    return words
  }

  fileprivate var retryAfterNote: String { retryAfter.map { " with Retry-After: \($0)" } ?? "" }

  /// Whether the app gets it at its redirect URI.
  fileprivate var reachesApp: Bool { !surfaces.isDisjoint(with: [.redirect, .silentRedirect]) }

  /// The part of the refusal that reaches the app, when the token endpoint never gives it.
  fileprivate var hearing: String {
    if reachesApp {
      let number = family == .b2c ? " The number stands in error_description alone." : ""
      return "The app gets error=\((redirectError ?? error).rawValue) at its redirect URI.\(number)"
    }
    if surfaces.contains(.discovery) { return "The library fails before it asks for anything." }
    return "The library hears nothing: the user is held on the page, and closing it counts as a cancelled sign-in."
  }
}

extension RefusalKind.Variant {
  /// The difference from the row: `error invalid_grant, suberror bad_token`, or the other text in quotes.
  var difference: String {
    var parts: [String] = []
    if let error { parts.append("error \(error.rawValue)") }
    if let suberror { parts.append("suberror \(suberror.rawValue)") }
    if let template { parts.append("\"\(template)\"") }
    return parts.joined(separator: ", ")
  }
}

extension RefusalKind.Surface {
  /// The surface in words, for the documentation.
  package var label: String {
    switch self {
    case .page: "error page"
    case .redirect: "redirect"
    case .silentRedirect: "redirect with prompt=none"
    case .inPage: "inside the sign-in page"
    case .token: "token endpoint"
    case .discovery: "discovery"
    case .native: "native authentication"
    }
  }
}
