import Bytes
import Directory
import Policy
import Worlds
import YAML

extension Pattern {
  /// The values that `grant` may have in a file. The URI of an extension grant is possible too.
  static let grants = GrantName.known

  /// The endpoints that a pattern may name. The control API and the proxy are not among them.
  static let endpoints = EndpointName.allCases.filter { ![.unknown, .control, .proxy].contains($0) }
  static let prompts = Prompt.allCases.filter { $0 != .whenNeeded }.map(\.rawValue)

  /// Takes the keys of a pattern out of `fields`. The caller takes or refuses keys that are left.
  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    self.init()
    event = try fields.take("event")?.choice(Exchange.Event.self)
    endpoint = try fields.take("endpoint")?.choice(among: Self.endpoints) { $0.rawValue }
    grant = try fields.take("grant")?.grant(among: Self.grants)
    prompt = try fields.take("prompt")?.choice(among: Self.prompts) { $0 }
    userFlow = try fields.take("userFlow")?.text("the name of a user flow")
    binding = try fields.take("binding")?.choice(Exchange.MessageBinding.self)
    initiated = try fields.take("initiated")?.choice(Exchange.Initiator.self)
    client = try fields.take("client")?.client(in: directory)
    user = try fields.take("user")?.user(in: directory)
    action = try fields.take("action")?.choice(Exchange.ProvisioningAction.self)
    group = try fields.take("group")?.group(in: directory)
    tenant = try fields.take("tenant")?.tenant(in: directory)
    scope = try fields.take("scope")?.text()
    resource = try fields.take("resource")?.resource(in: directory)
    let code = fields.take("code")
    let error = fields.take("error")
    if let code, error != nil { throw code.error("'code' and 'error' mean the same; give one of them") }
    self.error = try (code ?? error)?.refusalWord(after: event)
    headers = try fields.take("header")?.headerPatterns() ?? []
    to = try fields.take("to").map { value throws(ScenarioError) in Wildcard(try value.text("a mail address")) }
    from = try fields.take("from").map { value throws(ScenarioError) in Wildcard(try value.text("a mail address")) }
    subject = try fields.take("subject").map { value throws(ScenarioError) in Wildcard(try value.text("a subject")) }
    attachments = try fields.take("attachments")?.number(in: 0...1_000)
    host = try fields.take("host").map { value throws(ScenarioError) in Wildcard(try value.text("a host's name")) }
    path = try fields.take("path")?.pathPattern()
    method = try fields.take("method")?.method()
    if let value = fields.take("not") {
      for item in value.oneOrMany() { exceptions.append(try Self.exception(item, in: directory)) }
    }
  }

  /// One pattern under `not`. It must not be empty, and must not name an event: the pattern around it does that.
  private static func exception(
    _ value: FileValue, in directory: DirectoryState
  ) throws(ScenarioError) -> Pattern {
    var fields = try FileMapping(value, "a pattern such as { client: mobile }")
    let pattern = try Pattern(&fields, in: directory)
    try fields.finish()
    guard pattern != Pattern() else { throw value.error("an empty 'not' fits everything; give it a pattern") }
    if pattern.event != nil { throw value.error("'event' goes beside 'not', not inside it") }
    return pattern
  }
}

extension FileValue {
  /// The alias of an app, which may also be called as SAML requests call it: by one of its identifier URIs.
  fileprivate func client(in directory: DirectoryState) throws(ScenarioError) -> String {
    if let name = node.text, name.utf8.contains(0x3A), let found = directory.resource(named: name) {
      return found.alias
    }
    return try application(in: directory)
  }

  /// Reads the name of a header field (`Origin`), or names with values: `{ x-client-SKU: "MSAL.*", Origin: }`.
  fileprivate func headerPatterns() throws(ScenarioError) -> [HeaderPattern] {
    guard let entries = node.entries else {
      return [HeaderPattern(name: try headerName("a header's name or a mapping"))]
    }
    var patterns: [HeaderPattern] = []
    for entry in entries {
      let name = FileValue(node: entry.key, key: key, file: file)
      let value = FileValue(node: entry.value, key: entry.name, file: file)
      patterns.append(
        HeaderPattern(
          name: try name.headerName("a header's name"),
          value: entry.value.isNull ? nil : Wildcard(try value.text("a text, * for any"))))
    }
    guard !patterns.isEmpty else { throw mismatch("a header's name or a mapping") }
    return patterns
  }

  fileprivate func pathPattern() throws(ScenarioError) -> PathPattern {
    let wanted = "a path such as /v1.0/me/drive/**"
    guard let pattern = PathPattern(try text(wanted)) else { throw mismatch(wanted) }
    return pattern
  }

  fileprivate func method() throws(ScenarioError) -> String {
    let wanted = "a method such as POST"
    let method = try text(wanted)
    guard HeaderSyntax.isName(method) else { throw mismatch(wanted) }
    return method.uppercased()
  }

  private func headerName(_ wanted: String) throws(ScenarioError) -> String {
    let name = try text(wanted)
    guard HeaderSyntax.isName(name) else {
      throw error("'\(name)' is not a header name; use letters, digits and '-'")
    }
    return name
  }

  fileprivate func grant(among known: [String]) throws(ScenarioError) -> String {
    let grant = try text()
    guard known.contains(grant) || grant.hasPrefix("urn:") || grant.hasPrefix("http") else {
      throw unknown("grant", among: known)
    }
    return grant
  }

  /// Events with error codes that are not the login service's.
  private var wordsOfOthers: [Exchange.Event?] {
    [.resourceRefused, .mailRefused, .provisioningCycle, .provisioningFailed, .provisioningQuarantined]
  }

  /// An OAuth word, a catalogue name or a code. Of the resource's own words nothing is known here.
  fileprivate func refusalWord(after event: Exchange.Event?) throws(ScenarioError) -> String {
    let word = try text("a code such as AADSTS50173 or a word such as invalid_grant")
    guard OAuthErrorCode(rawValue: word) == nil, !wordsOfOthers.contains(event)
    else { return word }
    switch Catalogue.lookup(word) {
    case .found(let kind): return kind.label
    case .unknown(let nearest):
      let words = OAuthErrorCode.allCases.map(\.rawValue)
      if let nearest = Suggestion.nearest(to: word, among: words) {
        throw error("unknown refusal '\(word)'; did you mean '\(nearest)'?")
      }
      throw error(Self.unknownRefusal(word, nearest: nearest))
    }
  }
}
