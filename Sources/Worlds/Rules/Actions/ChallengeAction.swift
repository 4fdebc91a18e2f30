import Bytes
package import Directory
import JSON
import Policy
package import Time

/// Answers 401 with a claims challenge: the client has to ask for a token with these claims (Microsoft: "Claims
/// challenges, claims requests, and client capabilities").
///
/// A token that meets the claims is served, so that a client which heeds the challenge gets through. Any other is challenged each time it comes:
/// a rule for the first occurrence counts tokens, not calls.
///
/// Microsoft Graph's answer has Graph's error in its body. At every other path, such as one that stands for an API of the
/// app's own, the body is empty.
package struct ChallengeAction: AnswerAction {
  /// JSON, as text. Nil: a token that is issued at the time of the challenge or later.
  package let claims: String?

  /// Challenges the client to ask for those claims.
  package init(_ claims: String?) { self.claims = claims }

  /// Challenges the client to meet an authentication context, such as `c1`.
  package init(context: String) { claims = #"{"access_token":{"acrs":{"essential":true,"value":"\#(context)"}}}"# }

  private static let graph: Set<EndpointName> = [.me, .graph, .userInfo]

  package var summary: String { "challenge the client" + (claims.map { " to ask for \($0)" } ?? "") }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    let claims = claims ?? Self.newToken(since: exchange.startedAt)
    guard !Self.graph.contains(exchange.endpoint) else {
      answer.challenge = claims
      return
    }
    let field =
      #"Bearer realm="", error="insufficient_claims", claims="\#(Base64.encode(Array(claims.utf8)))""#
    answer.replacement = AnswerShape.Replacement(
      status: 401, fields: [.init(name: "WWW-Authenticate", value: field)], body: "",
      contentType: "text/plain; charset=utf-8")
  }

  package var looksAtToken: Bool { true }

  /// A token that meets the claims is served: one with a wanted `acrs`, one that was issued at or after a wanted `nbf`, and without claims
  /// of its own one that was issued after the first challenge of this app and user.
  package func reasonToLeave(_ exchange: Exchange, first: UnixTime?) -> String? {
    guard let token = exchange.token else { return nil }
    guard let claims else {
      guard let first, let issuedAt = token.issuedAt, issuedAt > first else { return nil }
      return "the token was issued after the first challenge: served"
    }
    guard let wanted = (try? JSONValue.parse(Array(claims.utf8)))?["access_token"]?.object, !wanted.members.isEmpty
    else {
      return nil
    }
    var met: [String] = []
    for member in wanted.members {
      let values = member.value["values"]?.strings ?? [member.value["value"]?.string].compactMap(\.self)
      switch member.name {
      case "acrs":
        guard let context = values.first(where: token.contexts.contains) else { return nil }
        met.append("has acrs \(context)")
      case "nbf":
        guard let start = values.first.flatMap(Int64.init), let issuedAt = token.issuedAt, issuedAt.seconds >= start
        else { return nil }
        met.append("is newer than asked")
      default: return nil
      }
    }
    return "the token \(met.joined(separator: " and ")): served"
  }

  /// The claims of a challenge that any newer token meets. The blank before "value" is the service's (observed).
  package static func newToken(since moment: UnixTime) -> String {
    #"{"access_token":{"nbf":{"essential":true, "value":"\#(moment.seconds)"}}}"#
  }
}
