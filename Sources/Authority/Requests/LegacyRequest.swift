import Bytes
import Directory

/// Requests to the v1.0 endpoints name one API in `resource` in the place of scopes (Microsoft: "Azure AD for
/// developers (v1.0)"). They are translated into the v2.0 request with the same meaning: all permissions of that API
/// that have consent.
enum LegacyRequest {
  /// The API that v1.0 means when a request names none: Azure AD Graph. The API has ended, but tenants still have it and
  /// its tokens are still issued; the API itself then blocks the app (observed: Microsoft-Extractor-Suite 141 of 2025).
  private static let defaultResource = "00000002-0000-0000-c000-000000000000"

  /// For the token endpoint. Without `resource`, a code or a refresh token is for the API that the app first asked
  /// for.
  static func tokenForm(_ form: FormFields) -> FormFields {
    let type = form["grant_type"] ?? ""
    let keepsItsOwn = ["authorization_code", "refresh_token"].contains(type)
    guard let resource = form.nonEmpty("resource") ?? (keepsItsOwn ? nil : defaultResource) else {
      var form = form
      form.remove("scope")
      return form
    }
    return translated(form, resource: resource, isForUser: type != "client_credentials")
  }

  /// For the authorize endpoint. An app that is an API itself and names none gets a token for itself (observed 2026-01).
  static func authorize(_ fields: FormFields, in directory: DirectoryState) -> FormFields {
    guard fields.nonEmpty("resource") == nil, ASCII.words(fields["response_type"] ?? "").contains("code"),
      let client = fields.nonEmpty("client_id").flatMap({ directory.application(named: $0) }),
      !client.isFirstParty, !client.permissions.isEmpty
    else { return signIn(fields, defaultsTo: nil) }
    return signIn(fields, defaultsTo: "\(client.id)")
  }

  /// For the device code endpoint.
  static func device(_ fields: FormFields) -> FormFields { signIn(fields, defaultsTo: defaultResource) }

  private static func signIn(_ fields: FormFields, defaultsTo api: String?) -> FormFields {
    guard let resource = fields.nonEmpty("resource") ?? api else {
      var fields = fields
      fields.set("scope", words)
      return fields
    }
    return translated(fields, resource: resource, isForUser: true)
  }

  /// v1.0 always gives an id_token and a refresh token to an app that acts for a user, so these scopes are added.
  private static let words = "openid profile offline_access"

  private static func translated(_ fields: FormFields, resource: String, isForUser: Bool) -> FormFields {
    var fields = fields
    fields.set("scope", "\(resource)/.default" + (isForUser ? " " + words : ""))
    return fields
  }
}
