import JSON

extension AuthSettings {
  /// Takes over `staticwebapp.config.json`.
  mutating func takeStaticWebApp(_ reader: SettingsReader) throws(SettingsFault) -> Registration {
    rolesSource = try reader.string("auth.rolesSource") ?? rolesSource
    for (index, value) in (reader.value("routes")?.array ?? []).enumerated() {
      routes.append(try Self.route(SettingsReader(value, at: "routes[\(index)].")))
    }
    for member in reader.value("responseOverrides")?.object?.members ?? [] {
      guard let status = Int(member.name) else { throw reader.fault("responseOverrides", "statuses such as 401") }
      let entry = SettingsReader(member.value, at: "responseOverrides.\(member.name).")
      overrides[status] = SiteOverride(status: try entry.integer("statusCode"), redirect: try entry.string("redirect"))
    }
    let directory = reader.reader("auth.identityProviders.azureActiveDirectory")
    for parameter in try directory.strings("login.loginParameters") ?? [] { add(loginParameter: parameter) }
    return Registration(
      clientID: nil, secretSetting: try directory.string("registration.clientSecretSettingName"))
  }

  private static func route(_ reader: SettingsReader) throws(SettingsFault) -> SiteRoute {
    guard let pattern = try reader.string("route") else { throw reader.fault("route", "a path") }
    var route = SiteRoute(pattern)
    route.methods = try reader.strings("methods")
    route.allowedRoles = try reader.strings("allowedRoles")
    route.redirect = try reader.string("redirect")
    route.rewrite = try reader.string("rewrite")
    route.status = try reader.integer("statusCode")
    return route
  }
}
