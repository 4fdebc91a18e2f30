import Bytes
package import Directory
import Policy
package import Time

/// Answers 401 with a claims challenge: the client has to ask for a token with these claims (Microsoft: "Claims
/// challenges, claims requests, and client capabilities").
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

  /// The claims of a challenge that any newer token meets. The blank before "value" is the service's (observed).
  package static func newToken(since moment: UnixTime) -> String {
    #"{"access_token":{"nbf":{"essential":true, "value":"\#(moment.seconds)"}}}"#
  }
}
