import Bytes
import Directory
import YAML

/// The entries of `world.resources`: APIs of Microsoft's, beside those that the catalogue knows.
extension Application {
  /// The words of such an entry. All else that an app has is Microsoft's business.
  static let resourceWords: Set<String> = [
    "clientId", "displayName", "identifierUris", "scopes", "appRoles", "requestedAccessTokenVersion",
  ]

  static func beginResource(
    _ entry: EntryText, in directory: DirectoryState
  ) throws(ScenarioError) -> (new: NewApplication, object: Application) {
    guard entry.something("identifierUris") != nil else {
      let hint = Suggestion.nearest(to: entry.alias, among: MicrosoftCatalogue.all.map(\.alias))
        .map { "; did you mean '\($0)'?" }
      throw entry.key.error("unknown API '\(entry.alias)'\(hint ?? ".") A new API needs 'identifierUris'")
    }
    try entry.checkAlias()
    var new = NewApplication(
      alias: entry.alias, kind: .api, displayName: try entry["displayName"]?.text() ?? entry.alias,
      id: try entry.freeClientID(in: directory))
    new.isMicrosofts = true
    return (new, DirectoryEditor(forNamesOf: directory).made(new))
  }

  /// Whether the text is a URI with its scheme and without a fragment.
  private static func isURI(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0 != 0x3A }
    return scheme.count + 1 < text.utf8.count && scheme.first.map(ASCII.isLetter) ?? false
      && scheme.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
      && !text.utf8.contains { $0 <= 0x20 || $0 == 0x23 }
  }

  /// A service provider of SAML has any text for its identifier, and any other app a URI. Only an API of Microsoft's has URIs with a `*`, and
  /// `resources` has only such APIs.
  static func checkURIs(_ entry: EntryText, of app: Application) throws(ScenarioError) {
    if entry.isResource, !app.isFirstParty {
      throw entry.key.error("'\(app.alias)' is an app of a tenant; change it under 'apps'")
    }
    let items = try entry.something("identifierUris")?.list("a list such as [https://vault.contoso.test]") ?? []
    let isProvider = app.saml != nil || entry.something("saml") != nil
    for item in items where !isProvider && !isURI(item.node.text ?? "") {
      throw item.error("'\(item.node.text ?? "")' is not an App ID URI; write it with its scheme, as api://contoso")
    }
    for item in items where item.node.text?.utf8.contains(0x2A) ?? false {
      let uri = item.node.text ?? ""
      guard entry.isResource else {
        throw item.error(
          "only an API under 'resources' may have '*' in an App ID URI; write '\(uri)' there, or without '*'")
      }
      let parts = uri.split(separator: "*", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].hasSuffix("/") || parts[0].hasSuffix("."), parts[1].hasPrefix(".") else {
        throw item.error("'*' stands for one label of a host; write it as https://*.vault.contoso.test")
      }
    }
    if entry.isResource, !items.isEmpty, items.allSatisfy({ $0.node.text?.utf8.contains(0x2A) ?? false }) {
      throw items[0].error("permissions are written behind an App ID URI; add one without '*'")
    }
  }

  /// The App ID URIs as a file says them: those with a `*` after the others.
  var writtenIdentifierURIs: [String] {
    get { identifierURIs + (identifierPatterns ?? []) }
    set {
      let patterns = isFirstParty ? newValue.filter { $0.utf8.contains(0x2A) } : []
      identifierURIs = newValue.filter { !patterns.contains($0) }
      identifierPatterns = patterns.isEmpty ? nil : patterns
    }
  }
}

extension EntryText {
  /// The client id that the entry says; nil when it says none.
  func freeClientID(in directory: DirectoryState) throws(ScenarioError) -> Application.ID? {
    guard let value = something("clientId") else { return nil }
    let id = Application.ID(try WordType.guid.read(value, WordPlace(directory: directory)))
    // One of the catalogue's gives way: the file may be older than the row.
    if let other = directory.applications[id], directory.applications.isStored(id), !directory.isCataloguesClient(other)
    {
      throw value.error("'\(other.alias)' has that client id; change '\(other.alias)' or choose another id")
    }
    return id
  }
}
