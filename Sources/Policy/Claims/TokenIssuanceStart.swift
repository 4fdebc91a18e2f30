package import Bytes
package import Directory
package import JSON
import Time

/// The call to a custom claims provider (Microsoft: "Custom claims provider reference", "Custom authentication extensions overview").
package enum TokenIssuanceStart {
  /// The application permission of Microsoft Graph that the app registration of the API needs.
  package static let permission = "CustomAuthenticationExtension.Receive.Payload"

  /// The body of the call.
  package static func body(
    _ facts: ClaimsFacts, to provider: ClaimsProvider, correlation: GUID, clientAddress: String
  ) -> JSONValue {
    var context: JSONObject = [
      "correlationId": "\(correlation)",
      "client": ["ip": .string(clientAddress), "locale": "en-us", "market": "en-us"],
      "protocol": "OAUTH2.0",
      "clientServicePrincipal": principal(facts.client),
      "resourceServicePrincipal": principal(facts.resource),
    ]
    if let user = facts.user { context.append("user", .object(self.user(user))) }
    return [
      "type": "microsoft.graph.authenticationEvent.tokenIssuanceStart",
      "source": "/tenants/\(facts.tenant.id)/applications/\(facts.audience.application.id)",
      "data": [
        "@odata.type": "microsoft.graph.onTokenIssuanceStartCalloutData",
        "tenantId": "\(facts.tenant.id)",
        "authenticationEventListenerId": "\(provider.listener)",
        "customAuthenticationExtensionId": "\(provider.id)",
        "authenticationContext": .object(context),
      ],
    ]
  }

  private static func principal(_ party: ClaimsFacts.Party) -> JSONValue {
    let app = party.application
    return [
      "id": party.principal.map { .string("\($0)") } ?? .null, "appId": "\(app.id)",
      "appDisplayName": .string(app.displayName), "displayName": .string(app.displayName),
    ]
  }

  /// A property without a value is left out.
  private static func user(_ user: User) -> JSONObject {
    var members = JSONObject()
    let properties = user.properties
    members.append("companyName", properties.text("companyName"))
    members.append("createdDateTime", properties.text("createdDateTime") ?? user.createdAt.iso8601)
    members.append("displayName", user.displayName)
    members.append("givenName", user.givenName)
    members.append("id", "\(user.id)")
    members.append("mail", user.mail)
    for name in ["onPremisesSamAccountName", "onPremisesSecurityIdentifier", "onPremisesUserPrincipalName"] {
      members.append(name, properties.text(name))
    }
    members.append("preferredDataLocation", properties.text("preferredDataLocation"))
    members.append("preferredLanguage", user.preferredLanguage)
    members.append("surname", user.surname)
    members.append("userPrincipalName", user.userPrincipalName)
    members.append("userType", properties.text("userType") ?? (user.isGuest ? "Guest" : "Member"))
    return members
  }
}
