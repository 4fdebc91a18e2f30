package import Bytes
package import HTTPWire
import Policy

/// Decides which parts of a request the journal may keep, and people may read.
package enum Redaction {
  /// Long values are cut: the journal is for reading.
  private static let maximumLength = 512

  /// The longest `state` or `nonce` that is shown. Libraries send a GUID or some random bytes.
  private static let maximumShort = 64

  // MARK: Header fields

  /// The header fields as rules may match them. A mark stands in the place of a value that gives access, and of whatever
  /// looks like a token. `Referer` loses its query and its fragment. People see fewer of them: `shown(field:)`.
  package static func fields(_ fields: HTTPFields) -> HTTPFields {
    var kept = HTTPFields()
    for (name, value) in fields where !isForMockidp(name) { kept.append(name, stored(name, value)) }
    return kept
  }

  /// Whether a test adds that field for this server and the service would never get it: the choice of a world, and the
  /// control token that allows it.
  private static func isForMockidp(_ name: String) -> Bool { ownFields.contains(name) }

  private static let ownFields = NameTable(["Mockidp-World", "Mockidp-Control-Token"])

  private static func stored(_ name: String, _ value: String) -> String {
    if !HarmlessNames.isHeaderField(name), SecretText.soundsSecret(name) { return SecretText.mark(for: value) }
    // The browser may come from the app's redirect URI, which has the authorization code in its query.
    let isReferer = ASCII.equalIgnoringCase(name, "Referer")
    let text = isReferer ? String(value.prefix { $0 != "?" && $0 != "#" }) : value
    return SecretText.masked(text, by: .server)
  }

  /// The value of a stored header field as people may see it. A name that is not known as harmless shows none.
  package static func shown(field name: String, _ value: String) -> String {
    HarmlessNames.isHeaderField(name) ? value : SecretText.mark(for: value)
  }

  /// The value of a header field of an answer. A cookie shows its name and its attributes; a redirect shows no code and no token,
  /// and a field that repeats what the client sent neither.
  static func answered(field name: String, _ value: String) -> String {
    if ASCII.equalIgnoringCase(name, "Set-Cookie") { return SecretText.maskedCookie(value) }
    // The claims of a challenge are JSON in Base64, as tokens are, and what an app has to hand on.
    return constantAnswers.contains(name) ? value : SecretText.masked(value, by: .server)
  }

  /// Header fields of answers that are constants of the service, numbers, moments or ids, and those of which all is to be seen. Every answer
  /// has a dozen of them. None of them repeats what a client sent.
  private static let constantAnswers = NameTable([
    "WWW-Authenticate", "Content-Security-Policy", "Content-Security-Policy-Report-Only", "P3P", "Cache-Control",
    "Pragma", "Expires", "Content-Type", "X-Content-Type-Options", "X-Frame-Options", "X-XSS-Protection",
    "X-DNS-Prefetch-Control", "Referrer-Policy", "Strict-Transport-Security", "x-ms-request-id", "x-ms-ests-server",
    "x-ms-srs", "x-ms-clitelem", "x-ms-error-code", "Access-Control-Expose-Headers", "request-id", "Date",
    "Content-Length", "OData-Version", "x-ms-resource-unit",
  ])

  // MARK: Parameters

  /// The parameters with a mark in the place of each value that is not known as harmless: `•••(9)`, with the length in
  /// bytes. Values of more than 512 bytes are cut. A name that no form of the service has is hidden too.
  package static func parameters(of fields: FormFields) -> [Exchange.Parameter] {
    fields.fields.map { field in
      // A body that is not a form, such as JSON or a secret alone, reads as a form with odd names.
      guard let form = HarmlessNames.parameter(field.name) else { return hidden(field) }
      return Exchange.Parameter(name: field.name, value: cut(shown(field.value, as: form)))
    }
  }

  private static func hidden(_ field: FormFields.Field) -> Exchange.Parameter {
    // A word without `=`, or with nothing but `=` behind it as Base64 has, may be the secret itself, whatever it sounds like.
    let isAlone = field.value.utf8.allSatisfy { $0 == 0x3D }
    let isShown = isName(field.name) && (!isAlone || HarmlessNames.isSecretParameter(field.name))
    let name = isShown ? SecretText.masked(field.name, by: .client) : SecretText.mark(for: field.name)
    return Exchange.Parameter(name: name, value: SecretText.mark(for: field.value))
  }

  private static func shown(_ value: String, as form: HarmlessNames.Form) -> String {
    switch form {
    case .text: return SecretText.masked(value, by: .client)
    case .word: return isWords(value) ? SecretText.masked(value, by: .client) : SecretText.mark(for: value)
    case .short:
      guard value.utf8.count <= maximumShort, isWords(value) else { return SecretText.mark(for: value) }
      return SecretText.masked(value, by: .client)
    case .signInName:
      let isName = value.utf8.contains(0x40) && isWords(value)
      return isName ? SecretText.masked(value, by: .client) : SecretText.mark(for: value)
    }
  }

  private static func cut(_ value: String) -> String {
    value.utf8.count > maximumLength ? String(value.prefix(maximumLength)) + "…" : value
  }

  private static func isName(_ name: String) -> Bool {
    let bytes = name.utf8.span
    return (1...64).contains(bytes.count) && bytes.allSatisfy(isNameCharacter)
  }

  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    // - . / : @ [ ] _ $
    case 0x2D...0x2F, 0x3A, 0x40, 0x5B, 0x5D, 0x5F, 0x24: true
    default: ASCII.isAlphanumeric(byte)
    }
  }

  /// Whether the value has only letters, digits, and what ids, URIs without a query and lists of words have between them.
  private static func isWords(_ value: String) -> Bool {
    value.utf8.allSatisfy { byte in
      switch byte {
      // blank ! # ' ( ) * + , ~
      case 0x20, 0x21, 0x23, 0x27...0x2C, 0x7E, 0x80...: true
      default: isNameCharacter(byte)
      }
    }
  }

  // MARK: The rest of an exchange

  /// The exchange with marks in the place of whatever looks like a secret, wherever it stands. The journal keeps no
  /// other.
  package static func sealed(_ exchange: consuming Exchange) -> Exchange {
    var kept = exchange
    seal(&kept)
    return kept
  }

  /// Does the same in its place. An exchange has some sixty members, so that it is not copied for this.
  static func seal(_ kept: inout Exchange) {
    kept.grant = kept.grant.map { shown($0, as: .word) }
    kept.prompt = kept.prompt.map { shown($0, as: .word) }
    kept.scopes = kept.scopes.map { SecretText.masked($0, by: .client) }
    kept.resource = kept.resource.map { SecretText.masked($0, by: .client) }
    kept.library = kept.library.map { SecretText.masked($0, by: .server) }
    kept.origin = kept.origin.map { SecretText.masked($0, by: .client) }
    if let state = kept.trace?.state { kept.trace?.state = SecretText.masked(state, by: .server) }
    let reasons = kept.reasons
    kept.reasons = reasons.map { SecretText.masked($0, by: .server) }
    // Most causes are reasons too, and are looked through once.
    let masked = kept.reasons
    kept.restore(
      causes: kept.causes.map { cause in
        reasons.firstIndex(of: cause).map { masked[$0] } ?? SecretText.masked(cause, by: .server)
      })
    kept.refusal = kept.refusal?.masked { SecretText.masked($0, by: .server) }
    kept.resourceError = kept.resourceError.map { SecretText.masked($0, by: .server) }
  }

  /// A path with marks in the place of segments that look like secrets. The others stay as the client sent them.
  package static func path(_ path: String) -> String {
    let masked = SecretText.masked(path, by: .client)
    guard masked == path, path.utf8.contains(0x25), let plain = Percent.decode(path) else { return masked }
    let decoded = SecretText.masked(plain, by: .client)
    return decoded == plain ? path : decoded
  }

  /// A method or the name of a host with marks in the place of what looks like a secret.
  package static func word(_ word: String) -> String { SecretText.masked(word, by: .client) }

  // MARK: Secrets in a URL

  /// The secrets that must never be in a URL. Authorization codes are not among them, since redirects carry them.
  /// `id_token_hint` is not among them, since sign-outs send it.
  private static let unfitForURL = NameTable([
    "password", "client_secret", "client_assertion", "refresh_token", "assertion", "code_verifier", "access_token",
    "id_token",
  ])

  /// The names of parameters in the query that are such secrets and have a value.
  package static func secrets(inURL query: FormFields) -> [String] {
    query.fields.filter { !$0.value.isEmpty && unfitForURL.contains($0.name) }.map(\.name)
  }
}
