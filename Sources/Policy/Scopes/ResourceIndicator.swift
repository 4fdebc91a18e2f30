import Bytes
package import Directory

/// The `resource` parameter of v2.0, which names one API in addition to the scopes (RFC 8707 §2). Clients of the Model Context
/// Protocol send it with every request; others need not.
package enum ResourceIndicator {
  /// Why the scopes do not belong to the API that `name` names, in sentences for the journal. Nil when they do.
  ///
  /// The service compares `name` with the App ID URIs byte for byte, and all scopes that are not OpenID Connect's have to be of
  /// that app (observed: claude-code 52871, opencode 12308 and claude-ai-mcp 514 of 2026). A scope without an API is Microsoft Graph's.
  package static func mismatch(
    _ name: String, _ scopes: ResolvedScopes, in directory: DirectoryState
  ) -> String? {
    let named = directory.resource(spelled: name)
    let other = scopes.resources.first { $0.resource != named?.id }
    guard named == nil || other != nil else { return nil }
    let owner = other ?? scopes.resources.first
    let api = owner.flatMap { directory.applications[$0.resource] }
    let side = owner.map { of(scopes: $0, api, isOpenIDAlone: scopes.resources.count == 1 && $0.values.isEmpty) }
    let what = [unknown(name, named, api, in: directory), side].compactMap(\.self).joined(separator: ", and ")
    return what + "; " + remedy(name, named: named, api, isBare: owner?.isBare ?? true)
  }

  private static func unknown(_ name: String, _ named: Application?, _ api: Application?, in directory: DirectoryState)
    -> String
  {
    if let named { return "resource '\(name)' is '\(named.alias)'" }
    guard let loose = directory.resource(named: name) ?? api, loose.id != WellKnown.graph else {
      return "no app has the App ID URI '\(name)', which resource names"
    }
    let listed = SpellingDifference.listed(name, among: loose.writtenNames, none: "none")
    return "no app has the App ID URI '\(name)', which resource names: '\(loose.alias)' has \(listed)"
  }

  private static func of(scopes: ResourceScopes, _ api: Application?, isOpenIDAlone: Bool) -> String {
    let name = api.map { "'\($0.alias)'" } ?? "\(scopes.resource)"
    if isOpenIDAlone, scopes.isBare, scopes.unknownValues.isEmpty {
      return "the scopes of OpenID Connect alone are Microsoft Graph's"
    }
    guard scopes.isBare, let value = scopes.unknownValues.first ?? scopes.values.first else {
      return "the scopes are of \(name)"
    }
    return "the scope '\(value)' names no API before it, so it is \(name)'s"
  }

  private static func remedy(_ name: String, named: Application?, _ api: Application?, isBare: Bool) -> String {
    if let named, isBare { return "write the API before the scope, as in '\(named.writtenNames.first ?? name)/SCOPE'" }
    if isBare { return "ask for the scopes of the API that resource names, with its App ID URI before each" }
    if let named { return "ask for scopes of '\(named.alias)', or send the App ID URI of the scopes' API as resource" }
    guard let api else { return "register it" }
    return "add it to identifierUris of '\(api.alias)', or send one of those as resource"
  }
}

extension DirectoryState {
  /// The API with exactly this App ID URI, byte for byte, or of this client id. Nil for none.
  package func resource(spelled name: String) -> Application? {
    guard let found = resource(named: name) else { return nil }
    if Application.ID(name) != nil || found.identifierURIs.contains(where: { $0.hasSameBytes(as: name) }) {
      return found
    }
    // An address with a place for a label, and an address of this server's own Graph, have small letters and no slash at their end.
    let isSpelledOut = ASCII.lowercased(name).hasSameBytes(as: name) && !name.hasSuffix("/")
    return isSpelledOut && !found.hasLooseSpelling(of: name) ? found : nil
  }
}

extension Application {
  /// The names by which a person registers the API: its App ID URIs, else its client id.
  fileprivate var writtenNames: [String] { identifierURIs.isEmpty ? ["\(id)"] : identifierURIs }

  /// Whether one of the App ID URIs is `name` but for case and one slash, so that it was found by that alone.
  fileprivate func hasLooseSpelling(of name: String) -> Bool {
    identifierURIs.contains { uri in
      let bare = uri.hasSuffix("/") ? String(uri.dropLast()) : uri
      return ASCII.equalIgnoringCase(bare, name)
    }
  }
}
