import Bytes

/// Requests of the v1.0 endpoints, which name one API in `resource` where v2.0 has scopes (Microsoft: "Azure AD for developers
/// (v1.0)"). They are read as the v2.0 request that means the same: all that is consented on that API.
enum LegacyRequest {
  /// What v1.0 means when no API is named: the Azure AD Graph.
  private static let defaultResource = "00000002-0000-0000-c000-000000000000"

  /// At the token endpoint. Without `resource`, a code or refresh token is for what it was first asked for.
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

  /// At the device code and authorize endpoints.
  static func signIn(_ fields: FormFields, defaultsToGraph: Bool) -> FormFields {
    guard let resource = fields.nonEmpty("resource") ?? (defaultsToGraph ? defaultResource : nil) else {
      var fields = fields
      fields.set("scope", words)
      return fields
    }
    return translated(fields, resource: resource, isForUser: true)
  }

  /// v1.0 always gives an id_token and a refresh token to an app that acts for a user.
  private static let words = "openid profile offline_access"

  private static func translated(_ fields: FormFields, resource: String, isForUser: Bool) -> FormFields {
    var fields = fields
    fields.set("scope", "\(resource)/.default" + (isForUser ? " " + words : ""))
    return fields
  }
}
