import Expectations
import Testing

@testable import Policy

@Suite("Explaining a refusal") struct ExplanationTests {
  @Test("fits 80 columns, without blanks at line ends") func columns() {
    for kind in Catalogue.all {
      let lines = Explanation(kind).description.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { $0.count <= 80 && $0.last != " " }, "\(kind.label)")
    }
  }

  @Test("prints all there is to know") func whole() throws {
    expectEqual(
      Explanation(.grantRevoked).description,
      """
      AADSTS50173  grantRevoked

      Means         The user's sessions were revoked, or the password was changed,
                    after this grant was issued.
      Do            Drop the refresh token and sign the user in again.
      Cause here    rule action: { revokeSessions: alice }, { changePassword: alice }
                    or { resetPassword: alice }
      Or outright   rule action: { refuse: AADSTS50173 }

      The answer
        error       invalid_grant
        suberror    bad_token
        HTTP        400
        where       token endpoint
        text        The provided grant has expired due to it being revoked, a fresh
                    auth token is needed. The user might have changed or reset their
                    password. The grant was issued on '{issuedAt}' and the
                    TokensValidFrom date (before which tokens are not valid) for this
                    user is '{tokensValidFrom}'.
        source      observed in answers of the real service; seen 2026-05

      What MSAL makes of it at the token endpoint
        iOS         MSALErrorInteractionRequired; the refresh token is deleted
        Android     MsalUiRequiredException; the refresh token is deleted
        .NET        MsalUiRequiredException
        JavaScript  InteractionRequiredAuthError; the refresh token is deleted
        Python      a dict, no classification
        Java        MsalInteractionRequiredException

      """)
  }

  @Test("says what reaches the app when the token endpoint has no part in it") func hearing() {
    #expect(Explanation(.notSignedIn).description.contains("The app gets error=login_required at its redirect URI."))
    #expect(Explanation(.redirectURIMismatch).description.contains("The library hears nothing"))
    #expect(Explanation(.instanceUnknown).description.contains("The library fails before it asks for anything."))
    #expect(!Explanation(.notSignedIn).description.contains("HTTP"))
  }

  @Test("says what MSAL makes of an error at the redirect URI") func redirects() {
    let forgotten = Explanation(.b2cPasswordForgotten).description
    #expect(forgotten.contains("  iOS         MSALErrorUserCanceled\n"))
    #expect(forgotten.contains("error_description"))
    #expect(forgotten.contains("  JavaScript  ServerError\n"))
    #expect(Explanation(.b2cNoSession).description.contains("  JavaScript  InteractionRequiredAuthError"))
    #expect(Explanation(.notSignedIn).description.contains("  .NET        MsalUiRequiredException, no_prompt_failed\n"))
    #expect(!Explanation(.redirectURIMismatch).description.contains("MSALError"))
  }

  @Test("says what MSAL makes of an answer of native authentication") func native() {
    let title = "What MSAL for native authentication makes of it"
    #expect(Explanation(.attributesRequired).description.contains("  Android     AttributesRequired\n"))
    #expect(Explanation(.recoveryUnsupported).description.contains("  iOS         isUserDoesNotHavePassword\n"))
    // A row of the token endpoint has both.
    #expect(Explanation(.multiFactorRequired).description.contains("MsalUiRequiredException"))
    #expect(Explanation(.multiFactorRequired).description.contains("  Android     SignInResult.MFARequired\n"))
    for kind in Catalogue.all {
      let says = Explanation(kind).description.contains(title)
      #expect(says == !AppReading.native(kind).isEmpty && (says || !kind.surfaces.contains(.native)), "\(kind.label)")
    }
    #expect(AppReading.rows.allSatisfy { name in Catalogue.all.contains { $0.name == name } })
  }

  @Test("names other words and texts of the same number") func variants() {
    let text = Explanation(.malformedGrant).description
    #expect(text.contains("error invalid_request when it is the body, or another grant"))
    #expect(Explanation(.throttled).description.contains("429 with Retry-After: 60"))
  }

  @Test(
    "breaks lines at spaces outside braces, and words that are longer than a line",
    arguments: [
      ("a b c", 3, ["a b", "c"]), ("abcdef", 3, ["abc", "def"]), ("", 3, []), ("a { b } c", 7, ["a { b }", "c"]),
      ("aa { b }", 6, ["aa", "{ b }"]), ("abc abcdefg h", 3, ["abc", "abc", "def", "g h"]),
    ])
  func lines(text: String, width: Int, lines: [String]) { expectEqual(TextColumn.lines(text, width: width), lines) }
}
