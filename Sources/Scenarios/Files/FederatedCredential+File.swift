import Directory
import JSON
import Policy

extension FederatedCredential {
  /// `{ name: ci, issuer: https://ci.test, subject: repo:contoso/app, keysUrl: https://ci.test/keys }`. The keys are given as
  /// `keys`, a JWK set, or fetched from `keysUrl`, else from where the issuer's openid-configuration says.
  init(_ value: FileValue, ofApplication alias: String) throws(ScenarioError) {
    var fields = try FileMapping(value, "a mapping with 'issuer' and 'subject'")
    let issuer = try fields.require("issuer", else: "a federated credential needs 'issuer'")
    let subject = try fields.require("subject", else: "a federated credential needs 'subject'").text()
    let name = try fields.take("name")?.text() ?? subject
    let audience = try fields.take("audience")?.text()
    let keys = fields.take("keys")
    let keysURL = fields.take("keysUrl")
    self.init(
      id: .named("\(alias)/\(name)"), name: name, issuer: try issuer.text(), subject: subject,
      audience: audience ?? Self.defaultAudience, keySet: keys.map { JSONValue($0.node).text })
    if let keysURL { self.keysURL = try keysURL.fetchable() }
    if let keys, let keysURL {
      throw keysURL.error("'\(keysURL.key)' and '\(keys.key)' are two ways to give the keys; leave one out")
    }
    if keys == nil, keysURL == nil { _ = try issuer.fetchable() }
    try fields.finish()
  }
}

extension FileValue {
  /// A URL that documents may be fetched from.
  fileprivate func fetchable() throws(ScenarioError) -> String {
    let url = try text("a URL")
    guard FetchableURL.admits(url) else {
      throw error("'\(url)' cannot be fetched; use https, or http on localhost")
    }
    return url
  }
}
