import Directory
import JSON
import Policy

extension FederatedCredential {
  static let shape = Shape.object([
    .required("issuer", .text(.plain), "`iss`, letter for letter."),
    .init("subject", .text(.plain), "`sub`, letter for letter."),
    .init(
      "claimsMatchingExpression", .text(.plain),
      "In the place of `subject`: `claims['sub'] matches 'repo:contoso/*'`; `*` and `?` as everywhere."),
    .init("name", .text(.plain), "What the journal calls it; the subject without it."),
    .init("description", .text(.plainOrEmpty), "What it is for."),
    .init("audience", .text(.plain), "`aud`; `api://AzureADTokenExchange` without it."),
    .init("audiences", .list(.text(.plain)), "The same as a list of one, as Graph has it."),
    .init("keys", .anything, "The issuer's keys: a JWK set."),
    .init("keysUrl", .text(.plain), "The place where the keys are fetched."),
  ])

  /// The mapping that a scenario file would have for it.
  var written: JSONValue {
    var members = JSONObject()
    if name != expression ?? subject { members.append("name", name) }
    members.append("issuer", issuer)
    if expression == nil { members.append("subject", subject) }
    members.append("claimsMatchingExpression", expression)
    members.append("description", details)
    if audience != Self.defaultAudience { members.append("audience", audience) }
    if let keys = keySet.flatMap({ try? JSONValue.parse($0) }) { members.append("keys", keys) }
    members.append("keysUrl", keysURL)
    return .object(members)
  }

  /// Reads `{ name: ci, issuer: https://ci.test, subject: repo:contoso/app, keysUrl: https://ci.test/keys }`. The
  /// issuer's keys stand under `keys`, a JWK set, or are fetched from `keysUrl`. Without both they are fetched from the
  /// `jwks_uri` of the issuer's OpenID configuration.
  /// - Throws: `ScenarioError`, also for a URL that the server must not fetch.
  init(_ value: FileValue, ofApplication alias: String) throws(ScenarioError) {
    var fields = try FileMapping(value, "a mapping with 'issuer' and 'subject'")
    let issuer = try fields.require("issuer", else: "a federated credential needs 'issuer'")
    let expression = fields.take("claimsMatchingExpression")
    let plain = fields.take("subject")
    if let plain, expression != nil {
      throw plain.error("'subject' and 'claimsMatchingExpression' are two ways to say it; leave one out")
    }
    if plain == nil, expression == nil {
      _ = try fields.require("subject", else: "a federated credential needs 'subject'")
    }
    let text = try expression?.text()
    let subject = try plain?.text() ?? ""
    let name = try fields.take("name")?.text() ?? text ?? subject
    let (one, several) = (fields.take("audience"), fields.take("audiences"))
    if one != nil, let several {
      throw several.error("'audience' and 'audiences' are two ways to say it; leave one out")
    }
    let list = try several?.list("a list with one audience")
    if let several, list?.count != 1 { throw several.error("a federated credential has one audience; write one") }
    let audience = try (one ?? list?.first)?.text()
    let keys = fields.take("keys")
    let keysURL = fields.take("keysUrl")
    self.init(
      id: .named("\(alias)/\(name)"), name: name, issuer: try issuer.text(), subject: subject,
      audience: audience ?? Self.defaultAudience, keySet: keys.map { JSONValue($0.node).text })
    details = try fields.take("description")?.anyText()
    if let expression {
      self.expression = text
      do throws(ClaimsExpression.Fault) {
        _ = try ClaimsExpression(self.expression ?? "", issuer: self.issuer)
      } catch { throw expression.error("\(error)") }
    }
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
