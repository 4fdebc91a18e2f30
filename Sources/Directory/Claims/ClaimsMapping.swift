import Bytes

/// How an administrator changes the claims of the tokens for an app (Graph: `claimsMappingPolicy`; Microsoft: "Claims customization
/// using a policy").
package struct ClaimsMapping: Sendable, Hashable, Codable {
  /// Whether tokens keep the claims that the service states by itself and that a policy may change (`IncludeBasicClaimSet`).
  package var includesBasicClaims: Bool
  /// In the order of the policy (`ClaimsSchema`).
  package var claims: [MappedClaim]
  /// What makes new values of others (`ClaimsTransformation`). Nil means none.
  package var transformations: [ClaimsTransformation]?
  /// Which groups tokens and assertions list (`GroupFilter`). Nil: all that the registration asks for.
  package var groupFilter: GroupFilter?

  package init(
    includesBasicClaims: Bool = true, claims: [MappedClaim] = [], transformations: [ClaimsTransformation]? = nil,
    groupFilter: GroupFilter? = nil
  ) {
    self.includesBasicClaims = includesBasicClaims
    self.claims = claims
    self.transformations = transformations
    self.groupFilter = groupFilter
  }

  /// The entry that transformations call by this name; ASCII case does not count.
  package func claim(named reference: String) -> MappedClaim? {
    claims.first { $0.reference.map { ASCII.equalIgnoringCase($0, reference) } ?? false }
  }

  /// The transformation of that id; ASCII case does not count.
  package func transformation(named id: String) -> ClaimsTransformation? {
    transformations?.first { ASCII.equalIgnoringCase($0.id, id) }
  }

  /// Whether the value of a claim is made of the user's groups, at first hand or through a transformation. The claim then stands in the place
  /// of `groups`.
  package func isOfGroups(_ claim: MappedClaim) -> Bool { isOfGroups(claim, 2) }

  /// Whether tokens have the groups under a name of the app's own.
  package var namesGroups: Bool { claims.contains { ($0.name ?? $0.samlName) != nil && isOfGroups($0) } }

  private func isOfGroups(_ claim: MappedClaim, _ steps: Int) -> Bool {
    switch claim.origin {
    case .property(.user, let id): ASCII.equalIgnoringCase(id, MappedClaim.groups)
    case .transformation(let id, _) where steps > 0:
      transformation(named: id)?.inputs.contains { input in
        self.claim(named: input.reference).map { isOfGroups($0, steps - 1) } ?? false
      } ?? false
    case .constant, .property, .directoryExtension, .transformation: false
    }
  }

  /// Whether a claim comes from a custom claims provider.
  package var asksProvider: Bool {
    claims.contains { claim in
      if case .property(.customClaimsProvider, _) = claim.origin { true } else { false }
    }
  }
}

/// One entry of a claims mapping: a claim, and where its value comes from.
package struct MappedClaim: Sendable, Hashable, Codable {
  /// The object that has the property (`Source`). The raw values are those of the policy, which are compared in any case.
  package enum Source: String, Sendable, Codable, CaseIterable {
    /// The user who signs in.
    case user
    /// The service principal of the client.
    case application
    /// The service principal of the API.
    case resource
    /// The service principal that the token is for: that of the client for an id_token, that of the API for an access token.
    case audience
    /// The tenant of the API.
    case company
    /// The answer of the API that the app names with `onTokenIssuanceStart`.
    case customClaimsProvider = "CustomClaimsProvider"
  }

  /// The id of the user's groups, in the form that the app has for them.
  package static let groups = "groups"

  /// Where the value comes from.
  package enum Origin: Sendable, Hashable, Codable {
    /// `Value`: the same text in every token.
    case constant(String)
    /// `Source` and `ID`.
    case property(Source, String)
    /// `Source` and `ExtensionID`: a directory extension.
    case directoryExtension(Source, String)
    /// `Source: transformation`: the result of a transformation (`TransformationId`), under a name of its own (`ID`).
    case transformation(String, name: String)
  }

  package var origin: Origin
  /// The claim in tokens (`JwtClaimType`). Nil: only SAML assertions have it, or a transformation reads it.
  package var name: String?
  /// The attribute in SAML assertions (`SamlClaimType`). Nil: they do not have it.
  package var samlName: String?
  /// `NameFormat` of that attribute, or the format of `NameID` (`SAMLNameForm`). Nil: none is stated.
  package var samlNameForm: String?

  package init(_ name: String?, from origin: Origin, samlName: String? = nil, samlNameForm: String? = nil) {
    self.name = name
    self.origin = origin
    self.samlName = samlName
    self.samlNameForm = samlNameForm
  }

  /// The name by which transformations call the entry. A constant has none.
  package var reference: String? {
    switch origin {
    case .constant: nil
    case .property(_, let name), .directoryExtension(_, let name), .transformation(_, let name): name
    }
  }
}
