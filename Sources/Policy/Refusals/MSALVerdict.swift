/// The reading of an error answer by one Microsoft Authentication Library, when it refreshes silently at the token
/// endpoint.
///
/// The rules come from the sources of the libraries and from runs against them. The libraries look at `error`,
/// `suberror` and the HTTP status, and in a few cases at the number.
package struct MSALVerdict: Sendable, Hashable {
  /// The libraries, by the platform that each is for.
  package enum Library: String, Sendable, Hashable, CaseIterable {
    case apple = "iOS"
    case android = "Android"
    case dotNET = ".NET"
    case javaScript = "JavaScript"
    case python = "Python"
    case java = "Java"
  }

  /// The kind of result that the library gives the app.
  package enum Outcome: Sendable, Hashable {
    /// The library's own type for "ask the user".
    case interactionRequired
    /// The library's general type for a refusal of the server.
    case serviceError
    /// The library's own error for missing Intune app protection.
    case protectionPolicy
    /// An internal error with little information.
    case internalError
    /// A bare HTTP failure; the library does not read the body.
    case httpError
    /// A dictionary with the answer. Its `classification` is empty when the library finds none.
    case dictionary(classification: String)
    /// Not an error: the device code flow polls again.
    case keepsPolling
  }

  package let library: Library
  package let outcome: Outcome
  /// What else the library does. Each is a part of a sentence.
  package let notes: [String]

  /// The type that the app catches or compares with, in words.
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

  /// Whether the library tells the app to ask the user. In Python the app decides, by the classification.
  package var asksUser: Bool {
    switch outcome {
    case .interactionRequired: true
    case .dictionary(let classification): !classification.isEmpty
    default: false
    }
  }

  /// Type and notes in one line.
  package var summary: String { ([type] + notes).joined(separator: "; ") }
}

extension RefusalKind {
  /// The reading of each library for the row without changes.
  package var verdicts: [MSALVerdict] { Refusal(self).verdicts }
}

extension Refusal {
  /// The reading of each library, in the order of `Library`.
  package var verdicts: [MSALVerdict] { MSALVerdict.Library.allCases.map(verdict(of:)) }

  /// The reading of `library` when the v2.0 token endpoint answers with this refusal.
  package func verdict(of library: MSALVerdict.Library) -> MSALVerdict {
    let answer = MSALAnswer(
      error: error, suberror: suberror, status: status, code: code, hasClaims: claims != nil, text: message)
    return answer.verdict(of: library)
  }
}
