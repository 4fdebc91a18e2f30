import Bytes

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

  /// For the authorize and device code endpoints. `defaultsToGraph` takes the default API when the request names
  /// none.
  static func signIn(_ fields: FormFields, defaultsToGraph: Bool) -> FormFields {
    guard let resource = fields.nonEmpty("resource") ?? (defaultsToGraph ? defaultResource : nil) else {
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
