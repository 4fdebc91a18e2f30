import Worlds

/// What a correct service provider does with a damaged Response.
enum ProviderDemand: String, Sendable, CaseIterable {
  /// It lets the user in: the form is unusual, and right.
  case accept
  case refuse
  /// It refuses, or lets in the user who was signed, and nobody else.
  case signedOnly
  /// Its own rules decide. That it lets in somebody else is wrong here, too.
  case either

  init(_ fault: SAMLDamage.Fault) {
    self =
      switch fault {
      case _ where fault.isHarmless: .accept
      case .wrapped3, .wrapped4, .wrapped5, .wrapped6, .wrapped7, .wrapped8, .sameId, .commentInNameId: .signedOnly
      // Which algorithms, keys and contexts are good enough, and whether an attribute may be missing, providers are told by settings.
      case .signatureRemoved, .inactiveKey, .expiredCertificate, .sha1, .unsolicited, .noAttributes, .twoUsers,
        .authnContext:
        .either
      default: .refuse
      }
  }

  var sentence: String {
    switch self {
    case .accept: "has to be let in"
    case .refuse: "has to be refused"
    case .signedOnly: "has to be refused, or the signed user is let in"
    case .either: "is the provider's choice"
    }
  }
}

/// What a service provider did.
enum ProviderOutcome: Sendable, Hashable {
  case refused
  case letIn
  /// The page shows this name, which is not the user's.
  case letInAs(String)
  /// The provider has asked for the address of an entity in the document.
  case fetched
  /// No answer that could be judged, and why.
  case failed(String)

  var text: String {
    switch self {
    case .refused: "refused"
    case .letIn: "let in"
    case .letInAs(let name): "let in as \(name)"
    case .fetched: "fetched the entity"
    case .failed(let why): "no answer: \(why)"
    }
  }

  func meets(_ demand: ProviderDemand) -> Bool {
    switch (self, demand) {
    case (.refused, .accept), (.letIn, .refuse), (.letInAs, _), (.fetched, _), (.failed, _): false
    default: true
    }
  }
}
