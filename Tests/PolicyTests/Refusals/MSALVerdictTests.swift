import Expectations
import Testing

@testable import Policy

@Suite("What MSAL makes of a refusal") struct MSALVerdictTests {
  typealias Outcome = MSALVerdict.Outcome

  struct Row: CustomTestStringConvertible {
    let answer: MSALAnswer
    /// iOS, Android, .NET, JavaScript, Java.
    let outcomes: [Outcome]
    let python: Outcome

    init(
      _ error: OAuthErrorCode, _ suberror: Suberror? = nil, _ code: Int = 0, status: Int = 400,
      gives outcomes: [Outcome],
      python: Outcome = .dictionary(classification: "")
    ) {
      answer = MSALAnswer(error: error, suberror: suberror, status: status, code: code)
      self.outcomes = outcomes
      self.python = python
    }

    var testDescription: String {
      "\(answer.error.rawValue) / \(answer.suberror?.rawValue ?? "–") / \(answer.code) / \(answer.status)"
    }
  }

  private static let asks = Outcome.interactionRequired
  private static let fails = Outcome.serviceError

  @Test(
    "is as its sources and runs show",
    arguments: [
      Row(
        .invalidGrant, .basicAction, 50076, gives: [asks, asks, asks, asks, asks],
        python: .dictionary(classification: "basic_action")),
      Row(
        .invalidGrant, .basicAction, 50079, gives: [asks, asks, asks, asks, asks],
        python: .dictionary(classification: "basic_action")),
      Row(
        .invalidGrant, .consentRequired, 65001, gives: [asks, asks, asks, asks, asks],
        python: .dictionary(classification: "consent_required")),
      Row(.invalidGrant, .badToken, 700082, gives: [asks, asks, asks, asks, asks]),
      Row(.invalidGrant, nil, 50173, gives: [asks, asks, asks, fails, asks]),
      Row(.invalidGrant, .tokenExpired, 70043, gives: [asks, asks, asks, fails, asks]),
      Row(
        .interactionRequired, .basicAction, 50076, gives: [asks, asks, asks, asks, fails],
        python: .dictionary(classification: "basic_action")),
      Row(.interactionRequired, .clientMismatch, gives: [asks, asks, asks, asks, fails]),
      Row(.loginRequired, nil, 50058, gives: [asks, fails, fails, asks, fails]),
      Row(.consentRequired, nil, 65001, gives: [asks, fails, fails, asks, fails]),
      Row(.invalidGrant, .clientMismatch, gives: [asks, asks, fails, fails, fails]),
      Row(.invalidGrant, .protectionPolicyRequired, 53005, gives: [asks, asks, fails, fails, fails]),
      Row(.unauthorizedClient, .protectionPolicyRequired, gives: [.protectionPolicy, fails, fails, fails, fails]),
      Row(.invalidScope, gives: [.internalError, fails, fails, fails, fails]),
      Row(.invalidClient, status: 401, gives: [.internalError, fails, fails, fails, fails]),
      Row(.temporarilyUnavailable, status: 503, gives: [.httpError, fails, fails, fails, fails], python: .httpError),
      Row(.temporarilyUnavailable, status: 429, gives: [.httpError, fails, fails, fails, fails]),
      Row(.invalidGrant, status: 503, gives: [.httpError, asks, asks, fails, asks], python: .httpError),
      Row(
        .authorizationPending, nil, 70016, gives: [asks, .keepsPolling, .keepsPolling, .keepsPolling, .keepsPolling],
        python: .keepsPolling),
      Row(.slowDown, gives: [asks, fails, fails, fails, fails], python: .keepsPolling),
    ])
  func row(_ row: Row) {
    let libraries: [MSALVerdict.Library] = [.apple, .android, .dotNET, .javaScript, .java]
    expectEqual(libraries.map { row.answer.verdict(of: $0).outcome }, row.outcomes)
    expectEqual(row.answer.verdict(of: .python).outcome, row.python)
  }

  @Test("knows what else a library does") func notes() {
    func notes(_ refusal: Refusal, _ library: MSALVerdict.Library) -> [String] { refusal.verdict(of: library).notes }
    expectEqual(notes(Refusal(.malformedGrant), .apple), ["the refresh token is deleted"])
    expectEqual(notes(Refusal(.malformedGrant), .dotNET), [])
    expectEqual(notes(.multiFactorRequired(resource: "r"), .android), ["versions of late 2024: MsalServiceException"])
    expectEqual(notes(.multiFactorEnrolmentRequired(resource: "r"), .android), [])
    expectEqual(
      notes(.multiFactorRequired(resource: "r", claims: "{}"), .dotNET),
      ["Classification BasicAction", "as MsalClaimsChallengeException, with Claims"])
    expectEqual(notes(Refusal(.signInLoop), .dotNET), ["with a text about the loop"])
    expectEqual(notes(Refusal(.transientFailure), .java), ["after one retry"])
    expectEqual(notes(Refusal(.throttled), .java), [])
  }

  @Test(
    "names the classification of MSAL.NET, as measured",
    arguments: [
      (.basicAction, "BasicAction"), (.additionalAction, "AdditionalAction"), (.messageOnly, "MessageOnly"),
      (.consentRequired, "ConsentRequired"), (.userPasswordExpired, "UserPasswordExpired"), (.badToken, nil),
      (.tokenExpired, nil), (.clientMismatch, nil),
    ] as [(Suberror, String?)])
  func classification(_ suberror: Suberror, _ name: String?) {
    let verdict = MSALAnswer(error: .invalidGrant, suberror: suberror).verdict(of: .dotNET)
    expectEqual(verdict.notes, name.map { ["Classification \($0)"] } ?? [])
  }

  @Test("for JavaScript depends on the text too") func searchedText() {
    #expect(MSALAnswer(error: .invalidGrant, text: "see login_required").verdict(of: .javaScript).asksUser)
    #expect(!MSALAnswer(error: .invalidGrant, text: "see the log").verdict(of: .javaScript).asksUser)
  }

  @Test("exists for every row and library") func complete() {
    for kind in Catalogue.all { expectEqual(kind.verdicts.map(\.library), MSALVerdict.Library.allCases) }
  }

  @Test("asks the user everywhere but in Python for the refusals scenarios are made of") func everywhere() {
    let codes = [50076, 50079, 65001, 700082, 700084, 50173, 50055, 53003]
    for code in codes {
      let verdicts = Catalogue.kind(code: code)?.verdicts.filter { $0.library != .python } ?? []
      #expect(verdicts.count == 5 && verdicts.allSatisfy(\.asksUser), "AADSTS\(code)")
    }
  }
}
