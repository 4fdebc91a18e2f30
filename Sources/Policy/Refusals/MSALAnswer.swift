import Bytes

/// The parts of an error answer that the libraries read, and the reading of each library.
struct MSALAnswer: Sendable, Hashable {
  var error: OAuthErrorCode
  /// Nil when the answer has none.
  var suberror: Suberror?
  /// The HTTP status.
  var status = 400
  /// The first of `error_codes`; 0 when there is none.
  var code = 0
  /// Whether the answer has a claims challenge.
  var hasClaims = false
  /// The `error_description`, in which MSAL for JavaScript looks for error words.
  var text = ""

  /// The type that the library gives the app, and what else the library does.
  func verdict(of library: MSALVerdict.Library) -> MSALVerdict {
    let (outcome, notes) =
      switch library {
      case .apple: apple
      case .android: android
      case .dotNET: dotNET
      case .javaScript: javaScript
      case .python: python
      case .java: java
      }
    return MSALVerdict(library: library, outcome: outcome, notes: notes)
  }

  private typealias Reading = (MSALVerdict.Outcome, [String])

  private var lacksProtection: Bool { error == .unauthorizedClient && suberror == .protectionPolicyRequired }

  /// The suberrors with which `invalid_grant` does not mean "ask the user" in .NET and Java.
  private var isExcepted: Bool { suberror == .clientMismatch || suberror == .protectionPolicyRequired }

  private var dropsRefreshToken: [String] {
    error == .invalidGrant && suberror == .badToken ? ["the refresh token is deleted"] : []
  }

  private var isRetried: [String] { status >= 500 ? ["after one retry"] : [] }

  private var apple: Reading {
    guard status == 400 || status == 401 else { return (.httpError, isRetried) }
    if lacksProtection { return (.protectionPolicy, []) }
    if error == .invalidScope || error == .invalidClient { return (.internalError, []) }
    let family = suberror == .clientMismatch ? ["the account's family marker is cleared"] : []
    return (.interactionRequired, dropsRefreshToken + family)
  }

  private var android: Reading {
    if error == .authorizationPending { return (.keepsPolling, []) }
    guard error == .invalidGrant || error == .interactionRequired else {
      return (.serviceError, lacksProtection ? ["with a broker: an Intune exception"] : isRetried)
    }
    // The library has a rule for native authentication that also reached other callers.
    let native = code == 50076 ? ["versions of late 2024: MsalServiceException"] : []
    return (.interactionRequired, dropsRefreshToken + native + isRetried)
  }

  private var dotNET: Reading {
    if error == .authorizationPending { return (.keepsPolling, []) }
    if error == .interactionRequired || error == .invalidGrant && !isExcepted {
      let classification = classification.map { ["Classification \($0)"] } ?? []
      let claims = hasClaims ? ["as MsalClaimsChallengeException, with Claims"] : []
      let loop = code == 50196 ? ["with a text about the loop"] : []
      return (.interactionRequired, classification + claims + loop + isRetried)
    }
    return (.serviceError, error == .invalidClient ? ["with a hint at the configuration as text"] : isRetried)
  }

  /// The member of `UiRequiredExceptionClassification` that MSAL.NET derives from the suberror. Nil stands for its `None`.
  private var classification: String? {
    switch suberror {
    case .basicAction: "BasicAction"
    case .additionalAction: "AdditionalAction"
    case .messageOnly: "MessageOnly"
    case .consentRequired: "ConsentRequired"
    case .userPasswordExpired: "UserPasswordExpired"
    default: nil
    }
  }

  private var javaScript: Reading {
    if error == .authorizationPending { return (.keepsPolling, []) }
    let words = ["interaction_required", "consent_required", "login_required", "bad_token"]
    let suberrors: Set<Suberror> = [
      .messageOnly, .additionalAction, .basicAction, .userPasswordExpired, .consentRequired, .badToken,
    ]
    if words.contains(error.rawValue) || suberror.map(suberrors.contains) == true
      || words.contains(where: { text.firstPlace(of: $0) != nil })
    {
      return (.interactionRequired, dropsRefreshToken)
    }
    if status == 429 || status >= 500 { return (.serviceError, ["repeated from memory for 60 s"]) }
    return (.serviceError, error == .invalidGrant ? ["in a browser after a hidden iframe was tried"] : [])
  }

  private var python: Reading {
    if error == .authorizationPending || error == .slowDown { return (.keepsPolling, []) }
    if status >= 500 { return (.httpError, []) }
    let blanked: Set<Suberror> = [
      .badToken, .tokenExpired, .protectionPolicyRequired, .clientMismatch, .deviceAuthenticationFailed,
    ]
    guard let suberror, !blanked.contains(suberror) else { return (.dictionary(classification: ""), []) }
    return (.dictionary(classification: suberror.rawValue), [])
  }

  private var java: Reading {
    if error == .authorizationPending { return (.keepsPolling, []) }
    if error == .invalidGrant, !isExcepted { return (.interactionRequired, isRetried) }
    return (.serviceError, isRetried)
  }
}
