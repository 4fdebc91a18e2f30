import Bytes

/// The names of grants: what `grant_type` says, and shorter ones for those that are URIs.
enum GrantName {
  private static let prefix = "urn:ietf:params:oauth:grant-type:"

  /// The short names, and what they stand for.
  private static let short: [(name: String, types: [String])] = [
    ("device_code", ["device_code", prefix + "device_code"]),
    ("jwt_bearer", [prefix + "jwt-bearer"]),
    ("on_behalf_of", [prefix + "jwt-bearer"]),
    ("saml_bearer", [prefix + "saml2-bearer", prefix + "saml1_1-bearer"]),
  ]

  /// What a file may say, beside the URIs of extension grants.
  static let known =
    ["authorization_code", "refresh_token", "client_credentials", "password"] + short.map(\.name)

  /// Whether a request of that `grant_type` is meant by the name in a file.
  static func matches(_ wanted: String, _ type: String) -> Bool {
    if ASCII.equalIgnoringCase(wanted, type) { return true }
    return short.contains { entry in
      entry.types.contains { ASCII.equalIgnoringCase($0, type) }
        // A name stands for all its types, and those of one device are one.
        && (ASCII.equalIgnoringCase(entry.name, wanted)
          || entry.name == "device_code" && entry.types.contains { ASCII.equalIgnoringCase($0, wanted) })
    }
  }
}
