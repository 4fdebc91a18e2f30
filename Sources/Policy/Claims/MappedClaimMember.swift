package import Directory
package import JSON

/// The members of an entry of `ClaimsSchema`, under their names in scenario files (the raw values) and in policies of Graph.
package enum MappedClaimMember: String, Sendable {
  case source, id
  case extensionID = "extensionId"
  case value
  case transformationID = "transformationId"
  case jwtClaimType, samlClaimType, samlNameForm

  /// The name in a policy (Microsoft: "Claims customization using a policy").
  package var policyName: String {
    switch self {
    case .id: "ID"
    case .extensionID: "ExtensionID"
    case .samlNameForm: "SAMLNameForm"
    default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
  }
}

extension MappedClaim {
  /// The word for the source of a claim that a transformation gives.
  package static let transformation = "transformation"

  /// The entry as JSON: where the value comes from, and then what tokens and assertions call the claim.
  /// - Parameters:
  ///   - names: the members that say how the claim is called, in the order in which they are written.
  ///   - name: what a member is called there.
  /// - Returns: an object.
  package func written(_ names: [MappedClaimMember], as name: (MappedClaimMember) -> String) -> JSONValue {
    var members = JSONObject()
    func add(_ member: MappedClaimMember, _ text: String?) { members.append(name(member), text) }
    switch origin {
    case .constant(let text): add(.value, text)
    case .property(let source, let id):
      add(.source, source.rawValue)
      add(.id, id)
    case .directoryExtension(let source, let id):
      add(.source, source.rawValue)
      add(.extensionID, id)
    case .transformation(let transformation, let id):
      add(.source, Self.transformation)
      add(.id, id)
      add(.transformationID, transformation)
    }
    for member in names { add(member, text(of: member)) }
    return .object(members)
  }

  private func text(of member: MappedClaimMember) -> String? {
    switch member {
    case .jwtClaimType: name
    case .samlClaimType: samlName
    case .samlNameForm: samlNameForm
    case .source, .id, .extensionID, .value, .transformationID: nil
    }
  }
}
