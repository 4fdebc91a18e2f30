/// What a Microsoft Authentication Library makes of an answer to its silent refresh at the token endpoint.
///
/// The rules are those of the libraries' sources and of runs against them; they look at `error`, `suberror` and the HTTP
/// status, and here and there at the number.
package struct MSALVerdict: Sendable, Hashable {
  package enum Library: String, Sendable, Hashable, CaseIterable {
    case apple = "iOS"
    case android = "Android"
    case dotNET = ".NET"
    case javaScript = "JavaScript"
    case python = "Python"
    case java = "Java"
  }

  package enum Outcome: Sendable, Hashable {
    /// The library's own type for "ask the user".
    case interactionRequired
    /// Its general type for what a server refuses.
    case serviceError
    /// An error of its own for missing Intune app protection.
    case protectionPolicy
    /// An internal error without much to go by.
    case internalError
    /// A bare HTTP failure; the body is not read.
    case httpError
    /// A dictionary with the answer, and this `classification` (empty when there is none).
    case dictionary(classification: String)
    /// Not an error: the device code flow asks again.
    case keepsPolling
  }

  package let library: Library
  package let outcome: Outcome
  /// What else it does, each a part of a sentence.
  package let notes: [String]

  /// The type an app catches or compares with.
  package var type: String {
    switch (library, outcome) {
    case (_, .keepsPolling): "keeps polling"
    case (.apple, .interactionRequired): "MSALErrorInteractionRequired"
    case (.apple, .protectionPolicy): "MSALErrorServerProtectionPoliciesRequired"
    case (.apple, .httpError): "MSALErrorInternal, an unhandled HTTP status"
    case (.apple, _): "MSALErrorInternal"
    case (.android, .interactionRequired): "MsalUiRequiredException"
    case (.android, _): "MsalServiceException"
    case (.dotNET, .interactionRequired): "MsalUiRequiredException"
    case (.dotNET, _): "MsalServiceException"
    case (.javaScript, .interactionRequired): "InteractionRequiredAuthError"
    case (.javaScript, _): "ServerError"
    case (.python, .dictionary(classification: "")): "a dict, no classification"
    case (.python, .dictionary(let classification)): "a dict, classification \(classification)"
    case (.python, _): "raises an HTTP error"
    case (.java, .interactionRequired): "MsalInteractionRequiredException"
    case (.java, _): "MsalServiceException"
    }
  }

  /// Whether the app is told to ask the user. Python leaves that to the app, which goes by the classification.
  package var asksUser: Bool {
    switch outcome {
    case .interactionRequired: true
    case .dictionary(let classification): !classification.isEmpty
    default: false
    }
  }

  /// Type and notes on one line.
  package var summary: String { ([type] + notes).joined(separator: "; ") }
}

extension RefusalKind {
  /// What each library makes of the row as it stands.
  package var verdicts: [MSALVerdict] { Refusal(self).verdicts }
}

extension Refusal {
  package var verdicts: [MSALVerdict] { MSALVerdict.Library.allCases.map(verdict(of:)) }

  /// What `library` makes of the refusal as JSON of the v2.0 token endpoint.
  package func verdict(of library: MSALVerdict.Library) -> MSALVerdict {
    let answer = MSALAnswer(
      error: error, suberror: suberror, status: status, code: code, hasClaims: claims != nil, text: message)
    return answer.verdict(of: library)
  }
}
