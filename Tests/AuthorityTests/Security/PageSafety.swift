import Bytes
import Expectations
import HTTPWire
import TestSupport
import Testing
import Worlds

/// What every page must be, whoever wrote what stands on it.
enum PageSafety {
  /// Markup that does something wherever it gets through: in text, in attributes of both kinds, in a title, script or comment.
  static let markup =
    #"</title></script></textarea>--><script>alert(1)</script><img src=x onerror=alert(1)>" 'x' &lt; on=""#

  private static let policies: Set<String> = [
    "default-src", "style-src", "img-src", "base-uri", "frame-ancestors", "script-src", "frame-src",
  ]

  static func check(_ answer: TestAnswer, sourceLocation: SourceLocation = #_sourceLocation) throws {
    expectEqual(answer.fields["Content-Type"], "text/html; charset=utf-8", sourceLocation: sourceLocation)
    // Nobody frames it (RFC 7034, and CSP for browsers that know it), guesses its type or keeps it.
    expectEqual(answer.fields["X-Frame-Options"], "DENY", sourceLocation: sourceLocation)
    expectEqual(answer.fields["X-Content-Type-Options"], "nosniff", sourceLocation: sourceLocation)
    // Azure AD B2C says it in other words, and leaves referrers to the browser, whose rule is the same (observed).
    let isOfCustomers = answer.exchange.answers.isOfCustomers
    expectEqual(
      answer.fields["Cache-Control"], isOfCustomers ? "no-store, must-revalidate, no-cache" : "no-store, no-cache",
      sourceLocation: sourceLocation)
    expectEqual(
      answer.fields["Referrer-Policy"], isOfCustomers ? nil : "strict-origin-when-cross-origin",
      sourceLocation: sourceLocation)
    let policy = try #require(answer.fields["Content-Security-Policy"], sourceLocation: sourceLocation)
    let directives = policy.split(separator: ";").map { $0.split(separator: " ").map(String.init) }
    #expect(directives.contains(["default-src", "'none'"]), sourceLocation: sourceLocation)
    #expect(directives.contains(["frame-ancestors", "'none'"]), sourceLocation: sourceLocation)
    #expect(directives.contains(["base-uri", "'none'"]), sourceLocation: sourceLocation)
    #expect(!policy.contains("unsafe") && !policy.contains("*"), sourceLocation: sourceLocation)
    for directive in directives {
      #expect(policies.contains(directive.first ?? ""), "\(directive)", sourceLocation: sourceLocation)
    }
    // Scripts are the page's own: each has the value that the policies of this one answer name.
    let skeleton = skeleton(of: answer.text)
    let scripts = skeleton.filter { $0.hasPrefix("script") }
    let nonce = policy.firstRange(of: "script-src 'nonce-").map { policy[$0.upperBound...].prefix { $0 != "'" } } ?? ""
    #expect(nonce.utf8.count >= 22, sourceLocation: sourceLocation)
    #expect(scripts.allSatisfy { $0.contains("nonce=\"\(nonce)\"") }, "\(scripts)", sourceLocation: sourceLocation)
    #expect(scripts.count <= 2, sourceLocation: sourceLocation)
    for tag in skeleton {
      #expect(
        !["img", "object", "embed", "base", "link rel=\"stylesheet\""].contains { tag.hasPrefix($0) }, "\(tag)",
        sourceLocation: sourceLocation)
      #expect(!unquoted(tag).contains(" on"), "\(tag)", sourceLocation: sourceLocation)
    }
    #expect(!answer.text.contains("<script>alert"), sourceLocation: sourceLocation)
  }

  /// The tags of a page without their brackets. What stands inside `<script>` is passed over as browsers do.
  static func skeleton(of html: String) -> [String] {
    var tags: [String] = []
    var rest = Substring(html)
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...].dropFirst()
      var quotation: Character?
      let end =
        rest.firstIndex { character in
          if let mark = quotation {
            if character == mark { quotation = nil }
            return false
          }
          if character == "\"" || character == "'" { quotation = character }
          return character == ">"
        } ?? rest.endIndex
      tags.append(String(rest[..<end]))
      rest = rest[end...].dropFirst()
      if tags.last?.hasPrefix("script") == true, let close = rest.firstRange(of: "</script>") {
        rest = rest[close.upperBound...]
      }
    }
    return tags
  }

  /// A tag without its attributes' values.
  private static func unquoted(_ tag: String) -> String {
    tag.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 0 }
      .map { String($0.element) }.joined(separator: "\"")
  }
}
