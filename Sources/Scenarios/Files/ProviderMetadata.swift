import XML
import YAML

/// What the metadata of a SAML service provider says of its app, as the portal's upload takes it over (OASIS: "Metadata for SAML 2.0").
struct ProviderMetadata {
  /// `entityID`: what requests have as their issuer.
  let entityID: String
  /// Where Responses go by POST, the default first, each with the number by which requests may call it.
  let addresses: [(uri: String, index: UInt16?)]
  /// Where the app is told of a sign-out.
  let logoutAddress: String?
  /// The certificates that its requests are verified by, as DER in Base64.
  let certificates: [String]

  /// Why a text is not such metadata: the end of a sentence.
  struct Mistake: Error { let text: String }

  private static let namespace = "urn:oasis:names:tc:SAML:2.0:metadata"
  private static let bindings = "urn:oasis:names:tc:SAML:2.0:bindings:"

  init(reading text: String) throws(Mistake) {
    let root: XMLElement
    do throws(XMLError) { root = try XMLDocument(reading: text, limits: .file).root } catch {
      throw Mistake(text: "\(error)")
    }
    let entities = root.withDescendants.filter { $0.isNamed("EntityDescriptor", in: Self.namespace) }
    let providers = entities.compactMap { entity in
      entity.first("SPSSODescriptor", in: Self.namespace).map { (entity, $0) }
    }
    guard let (entity, provider) = providers.first else {
      throw Mistake(text: "it has no EntityDescriptor with an SPSSODescriptor")
    }
    guard providers.count == 1 else {
      throw Mistake(text: "it describes \(providers.count) providers, and an app is one")
    }
    guard let entityID = entity.attribute("entityID"), !entityID.isEmpty else {
      throw Mistake(text: "its EntityDescriptor has no entityID")
    }
    self.entityID = entityID
    let services = provider.elements("AssertionConsumerService", in: Self.namespace).filter {
      $0.attribute("Binding") == Self.bindings + "HTTP-POST"
    }
    func index(_ service: XMLElement) -> UInt16? { service.attribute("index").flatMap { UInt16($0) } }
    func rank(_ service: XMLElement) -> (Int, UInt16) {
      (["true", "1"].contains(service.attribute("isDefault")) ? 0 : 1, index(service) ?? 0)
    }
    var addresses: [(uri: String, index: UInt16?)] = []
    for service in services.sorted(by: { rank($0) < rank($1) }) {
      guard let uri = service.attribute("Location"), !addresses.contains(where: { $0.uri == uri }) else { continue }
      addresses.append((uri, index(service)))
    }
    guard !addresses.isEmpty else { throw Mistake(text: "it has no AssertionConsumerService for HTTP-POST") }
    self.addresses = addresses
    let logouts = provider.elements("SingleLogoutService", in: Self.namespace)
    logoutAddress =
      (logouts.first { $0.attribute("Binding") == Self.bindings + "HTTP-Redirect" } ?? logouts.first)?
      .attribute("Location")
    var certificates: [String] = []
    for key in provider.elements("KeyDescriptor", in: Self.namespace) where key.attribute("use") != "encryption" {
      for element in key.withDescendants where element.isNamed("X509Certificate", in: XMLNamespace.signature) {
        let text = element.text.filter { !$0.isWhitespace }
        if !text.isEmpty, !certificates.contains(text) { certificates.append(text) }
      }
    }
    self.certificates = certificates
  }

  /// The words of an app that say the same, but for those that the app says itself.
  func words(beside app: YAMLNode, mark: YAMLMark) -> [YAMLNode.Entry] {
    func scalar(_ text: String) -> YAMLNode { YAMLNode(.scalar(text, isQuoted: true), mark: mark) }
    func entry(_ key: String, _ kind: YAMLNode.Kind) -> YAMLNode.Entry {
      YAMLNode.Entry(key: scalar(key), value: YAMLNode(kind, mark: mark))
    }
    var words: [YAMLNode.Entry] = []
    if app["identifierUris"] == nil { words.append(entry("identifierUris", .sequence([scalar(entityID)]))) }
    var web = app["web"]?.entries ?? []
    if app["redirectUris"] == nil, app["web"]?["redirectUris"] == nil, app["web"]?["redirectUriSettings"] == nil {
      web.append(entry("redirectUris", .sequence(addresses.map { scalar($0.uri) })))
      let numbered = addresses.compactMap { address in address.index.map { (address.uri, $0) } }
      let settings = numbered.map { uri, index in
        YAMLNode(
          .mapping([
            entry("uri", .scalar(uri, isQuoted: true)), entry("index", .scalar("\(index)", isQuoted: false)),
          ]), mark: mark)
      }
      if !settings.isEmpty { web.append(entry("redirectUriSettings", .sequence(settings))) }
    }
    if let logoutAddress, app["logoutUrl"] == nil, app["web"]?["logoutUrl"] == nil {
      web.append(entry("logoutUrl", .scalar(logoutAddress, isQuoted: true)))
    }
    if !web.isEmpty { words.append(entry("web", .mapping(web))) }
    if !certificates.isEmpty, app["certificates"] == nil, app["keyCredentials"] == nil {
      words.append(
        entry(
          "certificates",
          .sequence(certificates.map { YAMLNode(.mapping([entry("key", .scalar($0, isQuoted: true))]), mark: mark) })))
    }
    return words
  }
}

extension YAMLNode {
  /// An app with what its provider's metadata says in the place of `saml: { metadata: FILE }`.
  func inliningMetadata(
    file: String, _ read: (YAMLNode) throws(ScenarioError) -> String
  ) throws(ScenarioError) -> YAMLNode {
    guard let entries, let saml = self["saml"], let name = saml["metadata"], name.text != nil else { return self }
    let text = try read(name)
    let metadata: ProviderMetadata
    do throws(ProviderMetadata.Mistake) { metadata = try ProviderMetadata(reading: text) } catch {
      throw FileValue(node: name, key: "metadata", file: file)
        .error("'\(name.text ?? "")' is not metadata of a SAML service provider: \(error.text)")
    }
    let words = metadata.words(beside: self, mark: name.mark)
    let rest = Entry(
      key: entries.first { $0.name == "saml" }?.key ?? name,
      value: YAMLNode(.mapping((saml.entries ?? []).filter { $0.name != "metadata" }), mark: saml.mark))
    let replaced = Set(words.map(\.name) + ["saml"])
    return YAMLNode(.mapping(entries.filter { !replaced.contains($0.name) } + words + [rest]), mark: mark)
  }
}
