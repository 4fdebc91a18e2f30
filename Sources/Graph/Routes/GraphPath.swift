import Bytes

/// The path of a call in its segments, with the keys in parentheses as segments of their own.
enum GraphPath {
  /// The segments of a path, percent-decoded. Empty ones, from doubled slashes or a slash at the end, do not count.
  static func segments(of path: String) -> [String] {
    path.utf8.span.words { $0 == 0x2F }.map { Percent.decode($0) ?? $0 }
  }

  /// The segments below the version without `myorganization`, which old clients write before the collection: it is the caller's tenant
  /// (reported of PowerShell modules).
  static func withoutOrganization(_ segments: ArraySlice<String>) -> ArraySlice<String> {
    guard segments.count > 1, let first = segments.first, ASCII.equalIgnoringCase(first, "myorganization") else {
      return segments
    }
    return segments.dropFirst()
  }

  /// The segments that one segment stands for: `users('key')` stands for `users` and `key`, `applications(appId='key')`
  /// for `applications` and `appId=key`. A doubled quote in a key becomes one. A function loses its arguments:
  /// `delta(token='x')` and `delta()` stand for `delta`.
  static func split(_ segment: String) -> [String] {
    guard segment.hasSuffix(")"), let open = segment.utf8.firstIndex(of: 0x28), open != segment.startIndex else {
      return [segment]
    }
    let name = String(segment[..<open])
    let inside = segment[segment.utf8.index(after: open)...].dropLast()
    // A sign-in name may hold parentheses, but a collection has a plain name.
    guard name.utf8.allSatisfy(isNamePart) else { return [segment] }
    if let key = quoted(inside) { return [name, key] }
    if GUID(String(inside)) != nil { return [name, String(inside)] }
    guard let sign = inside.utf8.firstIndex(of: 0x3D), collections.contains(ASCII.lowercased(name)) else {
      return inside.isEmpty || inside.utf8.contains(0x3D) ? [function(name)] : [segment]
    }
    let value = inside[inside.utf8.index(after: sign)...]
    return [name, "\(inside[..<sign])=\(quoted(value) ?? String(value))"]
  }

  /// The name of the property in a key such as `appId=…`; nil for a key that is an id or a sign-in name.
  static func alternateKey(_ key: String) -> String? {
    guard let sign = key.utf8.firstIndex(of: 0x3D), key[..<sign].utf8.allSatisfy(ASCII.isLetter) else { return nil }
    return String(key[..<sign])
  }

  /// The value of a key such as `uniqueName=shop`; nil for any other key. ASCII case of the name does not count.
  static func value(of name: String, in key: String) -> String? {
    guard let found = alternateKey(key), ASCII.equalIgnoringCase(found, name) else { return nil }
    return String(key.dropFirst(found.count + 1))
  }

  /// Whether the text could be the name of a segment that Graph has: ASCII letters and digits, `_`, `$` and dots.
  static func isName(_ segment: String) -> Bool {
    !segment.isEmpty && segment.utf8.allSatisfy { isNamePart($0) }
  }

  /// By which properties objects are named beside their ids, in small letters, by the keys of the routes. A key that is not here has none.
  static let alternateKeys: [String: [String]] = [
    "application": ["appid", "uniquename"], "credential": ["name"], "group": ["uniquename"], "principal": ["appid"],
    "role": ["roletemplateid"], "user": [],
  ]

  /// The collections, in small letters, whose objects have keys of other names than the id: those before such a key in a route.
  private static let collections: Set<String> = Set(
    GraphRoute.table.flatMap { route in
      zip(route.template, route.template.dropFirst()).compactMap { collection, key in
        key.hasPrefix("{") && alternateKeys[String(key.dropFirst().dropLast())] != nil
          ? ASCII.lowercased(collection) : nil
      }
    })

  private static func isNamePart(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == 0x24 || byte == 0x2E || byte == 0x5F
  }

  /// The name of a function without its namespace, which clients may write before it.
  private static func function(_ name: String) -> String {
    name.hasPrefix("microsoft.graph.") ? String(name.dropFirst(16)) : name
  }

  private static func quoted(_ text: some StringProtocol) -> String? {
    guard text.utf8.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") else { return nil }
    return ODataLiteral.unescaped(text.dropFirst().dropLast())
  }
}
