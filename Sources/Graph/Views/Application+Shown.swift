import Directory
import JSON
import Time

// The parts of registrations that applications and service principals both show.

extension JSONValue {
  /// A text, or null.
  static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

extension DelegatedPermission {
  var shown: JSONValue {
    [
      "adminConsentDescription": .string(details), "adminConsentDisplayName": .string(displayName), "id": "\(id)",
      "isEnabled": .bool(isEnabled), "type": .string(needsAdmin ? "Admin" : "User"),
      "userConsentDescription": .text(userDetails), "userConsentDisplayName": .text(userDisplayName),
      "value": .string(value),
    ]
  }
}

extension AppRole {
  var shown: JSONValue {
    let types: [(String, Bool)] = [("User", admitsUsers), ("Application", admitsApplications)]
    return [
      "allowedMemberTypes": .strings(types.filter(\.1).map(\.0)), "description": .string(details ?? displayName),
      "displayName": .string(displayName), "id": "\(id)", "isEnabled": .bool(isEnabled), "origin": "Application",
      "value": value.isEmpty ? nil : .string(value),
    ]
  }
}

extension ClientSecret {
  /// Without the secret, which Graph shows once, when it is made.
  var shown: JSONValue {
    [
      "customKeyIdentifier": nil, "displayName": .text(displayName), "endDateTime": .string(expiresAt.iso8601),
      "hint": .string(hint), "keyId": "\(id)", "secretText": nil, "startDateTime": .string(startsAt.iso8601),
    ]
  }
}

extension ClientCertificate {
  var shown: JSONValue {
    [
      "customKeyIdentifier": .string(sha1Thumbprint), "displayName": .text(displayName),
      "endDateTime": .string(expiresAt.iso8601), "key": nil, "keyId": "\(id)",
      "startDateTime": .string(startsAt.iso8601), "type": "AsymmetricX509Cert", "usage": "Verify",
    ]
  }
}

extension FederatedCredential {
  var shown: JSONObject {
    var members: JSONObject = [
      "id": "\(id)", "name": .string(name), "issuer": .string(issuer),
      "subject": expression == nil ? .string(subject) : .null, "description": .text(details),
      "audiences": [.string(audience)],
    ]
    if let expression {
      members.append("claimsMatchingExpression", ["value": .string(expression), "languageVersion": 1])
    }
    return members
  }
}

extension OptionalClaims {
  var shown: JSONValue {
    func list(_ claims: [OptionalClaim]) -> JSONValue {
      .array(
        claims.map { claim in
          [
            "name": .string(claim.name), "source": .text(claim.source), "essential": .bool(claim.isEssential),
            "additionalProperties": .strings(claim.additionalProperties),
          ]
        })
    }
    return ["idToken": list(idToken), "accessToken": list(accessToken), "saml2Token": list(saml2Token ?? [])]
  }
}
