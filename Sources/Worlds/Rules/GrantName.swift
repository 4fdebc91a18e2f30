import Bytes
import Policy

/// The names that a file may give a grant: the `grant_type` itself, and short names for those that are URIs.
package enum GrantName {
  private static let prefix = "urn:ietf:params:oauth:grant-type:"

  /// The short names, each with the `grant_type`s that it means.
  private static let short: [(name: String, types: [String])] = [
    ("device_code", ["device_code", prefix + "device_code"]),
    ("jwt_bearer", [prefix + "jwt-bearer"]),
    ("on_behalf_of", [prefix + "jwt-bearer"]),
    ("saml_bearer", [prefix + "saml2-bearer", prefix + "saml1_1-bearer"]),
  ]

  /// What a file may write, beside the URIs of extension grants.
  package static let known =
    ["authorization_code", "refresh_token", "client_credentials", "password"] + short.map(\.name)
    + NativeGrant.allCases.filter { $0 != .password }.map(\.rawValue)

  /// Whether `wanted`, from a file, means a request of `grant_type` `type`.
  static func matches(_ wanted: String, _ type: String) -> Bool {
    if ASCII.equalIgnoringCase(wanted, type) { return true }
    return short.contains { entry in
      entry.types.contains { ASCII.equalIgnoringCase($0, type) }
        // A short name means all its types. `device_code` is both a type and a short name, so either form means both.
        && (ASCII.equalIgnoringCase(entry.name, wanted)
          || entry.name == "device_code" && entry.types.contains { ASCII.equalIgnoringCase($0, wanted) })
    }
  }
}
