import Bytes

/// A `scope` parameter, read by its grammar alone. `ResolvedScopes` looks up the resources and permissions.
package struct ScopeList: Sendable, Hashable {
  /// One word of the list.
  package struct Item: Sendable, Hashable {
    /// The word in the client's spelling.
    package var text: String
    /// The part before the last slash. Nil for a bare value, which means a permission of Microsoft Graph.
    package var resource: String?
    /// The part after the last slash, or the whole word.
    package var value: String

    /// Whether the word is `.default` of its resource, in any case of the letters.
    package var isDefault: Bool { ASCII.equalIgnoringCase(value, ".default") }
    /// Whether the word is an OpenID scope. Such a word names no resource.
    package var isOpenID: Bool { resource == nil && OpenIDScope(named: value) != nil }
  }

  /// The words in their order, each once.
  package private(set) var items: [Item]
  /// The parameter in the client's spelling.
  package let text: String

  /// Reads the parameter; a repeated word counts once.
  /// - Throws: AADSTS70011 for separators other than blanks, for a word whose first part is neither a URI nor a GUID, and for
  ///   `.default` beside named permissions.
  package init(_ text: String) throws(Refusal) {
    self.text = text
    var items: [Item] = []
    var seen = SeenWords(ignoringCase: true)
    for word in Self.words(of: text) {
      let item: Item
      switch Self.item(word) {
      case .item(let read): item = read
      case .unreadable: throw .scopeInvalid(text)
      case .unformed: throw .scopeUnformed(text)
      }
      if seen.insert(word) { items.append(item) }
    }
    let named = items.contains { !$0.isDefault && !$0.isOpenID }
    if named, items.contains(where: \.isDefault) { throw .defaultScopeCombined(text) }
    self.items = items
  }

  package var isEmpty: Bool { items.isEmpty }

  /// Checks what authorize and the device code endpoint demand of a list besides.
  /// - Throws: AADSTS70011 for `.default` of two APIs (reported: dotnet/aspnetcore 60868 of 2025).
  package func checkOneDefault() throws(Refusal) {
    let resources = Set(items.lazy.filter(\.isDefault).map { ASCII.lowercased($0.resource ?? "") })
    if resources.count > 1 { throw .defaultScopesExceeded(text) }
  }

  /// Checks what authorize demands of a list besides.
  /// - Throws: AADSTS70011 for `profile` or `email` without `openid`, beside permissions of an API (observed: passport-microsoft 6).
  package func checkOpenID() throws(Refusal) {
    let asked = openID
    if !asked.contains(.openid), asked.contains(.profile) || asked.contains(.email),
      items.contains(where: { !$0.isOpenID })
    {
      throw .openIDMissing(text)
    }
  }

  /// The OpenID scopes in the list.
  package var openID: Set<OpenIDScope> {
    Set(items.lazy.filter { $0.resource == nil }.compactMap { OpenIDScope(named: $0.value) })
  }

  /// The words between blanks, tabs and line ends.
  static func words(of text: String) -> [String] {
    text.utf8.span.words { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
  }

  private enum Reading {
    case item(Item)
    /// It has a letter that no scope has.
    case unreadable
    /// What stands before the last slash is neither a URI nor a GUID.
    case unformed
  }

  /// A word is split at its last slash. So `api://name` is the permission `name` of the resource `api:/`, which no tenant has
  /// (observed: azure-dev 6283 of 2025).
  private static func item(_ word: String) -> Reading {
    let bytes = word.utf8.span
    guard !bytes.contains(where: { $0 == 0x2C || $0 == 0x3B || $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
      return .unreadable
    }
    guard let slash = bytes.lastIndex(of: 0x2F) else {
      return GUID(word) == nil ? .item(Item(text: word, resource: nil, value: word)) : .unformed
    }
    let value = bytes.text(slash + 1..<bytes.count)
    let resource = bytes.text(0..<slash)
    guard !value.isEmpty else { return .unreadable }
    guard resource.utf8.contains(0x3A) || GUID(resource) != nil else { return .unformed }
    // Clients may write the OpenID scopes of Graph with the resource before them.
    if OpenIDScope(named: value) != nil,
      Cloud.graphURIs.contains(where: { ASCII.equalIgnoringCase(resource, $0) })
    {
      return .item(Item(text: word, resource: nil, value: value))
    }
    return .item(Item(text: word, resource: resource, value: value))
  }

  static let graphURI = "https://graph.microsoft.com"
}

/// The OpenID Connect scopes that Entra knows. All four are permissions of Microsoft Graph.
package enum OpenIDScope: String, Sendable, CaseIterable, Codable {
  case email
  case openid
  case profile
  case offlineAccess = "offline_access"

  /// ASCII case does not count. Nil for any other word.
  package init?(named text: String) {
    guard let word = Self.allCases.first(where: { ASCII.equalIgnoringCase($0.rawValue, text) }) else { return nil }
    self = word
  }
}
