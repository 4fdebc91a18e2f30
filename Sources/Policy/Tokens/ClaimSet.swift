package import Directory

/// The claims that access tokens for an API have follow from the API alone, not from the endpoint and not from the client (observed of 2020
/// to 2026). Each API has one of these sets.
package enum ClaimSet: Sendable, Hashable {
  case graph
  case resourceManager
  /// Azure's data planes, and all other APIs of Microsoft.
  case azure
  case powerBI
  case exchange
  /// One's own API that takes version 1.0.
  case own1
  /// One's own API that takes version 2.0.
  case own2
  /// `api://AzureADTokenExchange`, whose tokens are an app's proof.
  case proof

  /// The form of a user's token.
  var ofUsers: TokenForm {
    switch self {
    case .graph: .graph
    case .resourceManager: .resourceManager
    case .azure: .azure
    case .powerBI: .powerBI
    case .exchange: .exchange
    case .own1: .v1
    case .own2, .proof: .v2
    }
  }

  /// The form of an app's own token, of a managed identity's too (observed 2025-02: version 2.0 for an own API).
  var ofApps: TokenForm {
    switch self {
    case .graph: .appGraph
    case .resourceManager: .appResourceManager
    case .azure, .powerBI: .appAzure
    case .exchange: .appExchange
    case .own1: .appV1
    case .own2: .appV2
    case .proof: .appProof
    }
  }

  /// Whether the header of its tokens has a nonce, which keeps clients from verifying the signature (observed of Graph and Exchange).
  package var hasNonce: Bool { self == .graph || self == .exchange }

  /// The groups that tokens state although the registration of the API says nothing.
  var memberships: GroupMembershipClaims {
    self == .resourceManager || self == .azure || self == .exchange ? .securityGroup : .none
  }
}

extension Application {
  /// The set of the claims that access tokens for this API have.
  package var claimSet: ClaimSet {
    guard isFirstParty else { return accessTokenVersion >= 2 ? .own2 : .own1 }
    return switch id {
    case WellKnown.graph: .graph
    case WellKnown.azureResourceManager: .resourceManager
    case WellKnown.powerBI: .powerBI
    case WellKnown.outlook: .exchange
    case WellKnown.tokenExchange: .proof
    case MicrosoftCatalogue.botFramework: .own1
    default: .azure
    }
  }
}
