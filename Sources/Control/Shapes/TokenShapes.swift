import JOSE
import Scenarios
import Tokens

/// The shapes of refresh tokens, of orders for tokens, and of what an inspection of a token finds.
enum TokenShapes {
  /// A `TokenCheck`: one condition that a token must meet.
  private static let check = Shape.object([
    .required("check", .word, "what was looked at"),
    .required("ok", .flag, "whether it is in order"),
    .required("reason", .word, "why"),
  ])

  static let refreshToken = Shape.named(
    "RefreshToken",
    .object([
      .required("id", .word, "what the server knows it by; not the token"),
      .required("user", .word, "the user's short name"),
      .required("client", .word, "the app's short name"),
      .required("tenant", .word, "the tenant's short name"),
      .required("scope", .text(.free), "what was first granted"),
      .required("issuedAt", .time, "when it was handed out"),
      .required("authenticatedAt", .time, "when the user proved who they are"),
      .required("endsAt", .time, "when it ends if nobody uses it"),
      .init("session", .guid, "the browser session it came from"),
      .required("revoked", .flag, "whether it was revoked by itself"),
      .required("valid", .flag, "whether a refresh would succeed, as far as the token goes"),
      .required("checks", .list(check), "what that depends on"),
    ]))

  static let list = Shape.listing("tokens", of: refreshToken, "the refresh tokens, in the order they were issued")

  static let order = Shape.named(
    "TokenOrder",
    .object([
      .required("client", .word, "the name of an app"),
      .init("user", .word, "the name of a user; without one the token is the app's own"),
      .init("tenant", .word, "the name of the tenant; the user's or the app's when left out"),
      .init("kind", .words(TokenMint.Kind.self), "what kind of token"),
      .init(
        "userFlow", .word,
        "the user flow of Azure AD B2C that gives it; the first one by which customers sign in when left out"),
      .init(
        "issuer", .word,
        "the name by which the app under test reaches the server, such as login.microsoftonline.com; the issuer and the documents that it "
          + "leads to follow from it; the name of this call when left out"),
      .init("scope", .word, "as the token endpoint takes it; the token has just that"),
      .init("lifetime", .duration, "how long it lives; the world's lifetime when left out"),
      .init(
        "with", .either([.words(TokenDamage.Fault.self), .list(.words(TokenDamage.Fault.self))], expected: faults),
        "what is wrong with it on purpose"),
      .init("claims", .map(.anything), "claims in the place of those of the same name, or beside them"),
      .init("without", .either([.word, .list(.word)], expected: "a claim or a list of claims"), "claims it lacks"),
    ]))

  private static let faults =
    "one of, or a list of, " + TokenDamage.Fault.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

  static let minted = Shape.named(
    "MintedToken",
    .object([
      .required("kind", .words(TokenMint.Kind.self), "what kind of token"),
      .required("token", .word, "the token"),
      .init("header", .map(.anything), "its header, if it is a JWT"),
      .init("claims", .map(.anything), "its claims, if it is a JWT"),
    ]))

  static let question = Shape.object([
    .required("token", .text(.secret), "a token, a refresh token, or the signed request around a bound token")
  ])

  static let inspection = Shape.named(
    "Inspection",
    .object([
      .required(
        "kind", .choice(["accessToken", "idToken", "refreshToken", "unknown"]), "what kind of token it seems to be"),
      .required("valid", .flag, "whether everything is in order"),
      .required("checks", .list(check), "what was looked at"),
      .init("user", .word, "the user's short name"), .init("client", .word, "the app's short name"),
      .init("tenant", .word, "the tenant's short name"), .init("resource", .word, "the API's short name"),
      .init("remarks", .list(.word), "what surprises people in a token that is in order, and why it is so"),
      .init("header", .map(.anything), "the header"), .init("claims", .map(.anything), "the claims"),
    ]))
}
