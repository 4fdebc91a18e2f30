import Bytes
import Crypto
import Directory
import JSON
import YAML

extension WordType where Value == AppSigningKey {
  private static let wanted = "true, a PEM text with a private key and its certificate, or { file: key.pem }"

  /// A private key with its certificate as one PEM text, or `true` for a published key that is made for this.
  static let signingKey = Self(
    .either(
      [
        .flag, .text(.plainSecret),
        .object([
          .init("pem", .text(.plainSecret), "The private key and its certificate, as one PEM text."),
          .init("file", .text(.plain), "A file with that text, in a scenario that is a file itself."),
        ]),
      ], expected: wanted), label: "`true`, a PEM text, or a mapping with `file`",
    read: { value, _ throws(ScenarioError) in
      guard value.node.entries == nil else {
        var fields = try FileMapping(value, wanted)
        if let file = fields.take("file") { throw file.unreadableFile("pem") }
        let pem = try fields.require("pem", else: "a signing key needs 'file' or 'pem'")
        try fields.finish()
        return try pem.signingKey()
      }
      return try value.signingKey()
    },
    write: { key, _ in key.isDevelopment ? true : .string(key.pem) })
}

extension FileValue {
  fileprivate func signingKey() throws(ScenarioError) -> AppSigningKey {
    let text = try pemOfSigningKey()
    do throws(CryptoError) {
      guard let text else { return try .development() }
      return try AppSigningKey(pem: text)
    } catch { throw self.error("this is not an RSA key with its own certificate: \(error)") }
  }

  /// Nil: the published key.
  private func pemOfSigningKey() throws(ScenarioError) -> String? {
    if node.bool == true { return nil }
    guard node.bool == nil else { throw error("'\(key)' is true or a key; leave it out for an app without one") }
    let text = try text("a PEM text with a private key and its certificate")
    for (mark, part) in [("CERTIFICATE-----", "certificate"), ("PRIVATE KEY-----", "private key")]
    where text.firstPlace(of: mark) == nil {
      throw error("the PEM text has no \(part); write both, one below the other")
    }
    return text
  }
}

extension WordType where Value == Bool? {
  /// Graph's `authenticationBehaviors`, of which one changes tokens. Nil: the service's own choice.
  static let removesUnverifiedEmail = Self(
    .object(
      [
        .init(
          "removeUnverifiedEmailClaim", .either([.flag, .null], expected: "true or false"),
          "Whether tokens leave out `email` when nobody has verified its domain.")
      ]
        + others.map {
          .init($0, .either([.flag, .null], expected: "true or false"), "Graph says it. It changes nothing.")
        }),
    label: "mapping with `removeUnverifiedEmailClaim`", absent: .some(nil),
    read: { value, _ throws(ScenarioError) in
      var fields = try FileMapping(value, "a mapping such as { removeUnverifiedEmailClaim: false }")
      let flag = try fields.take("removeUnverifiedEmailClaim")?.bool()
      for name in others { _ = try fields.take(name)?.bool() }
      try fields.finish()
      return flag
    },
    write: { flag, _ in flag.map { ["removeUnverifiedEmailClaim": .bool($0)] } })

  private static let others = ["requireClientServicePrincipal", "blockAzureADGraphAccess"]
}
