import Bytes

/// What names stand for, and where they mean it: constants of a source, keys of a settings file, variables of `.env` files, and those of
/// templates. All references of all files are followed here.
package struct Values: Sendable {
  /// What a name means somewhere.
  package struct Entry: Sendable {
    /// The file or the folder in which the name means this.
    let scope: String
    package let node: Node
    let place: Place
    fileprivate let isExample: Bool

    /// The nearest counts most, one that stands there before one of an example, and both before a placeholder.
    fileprivate var rank: Int {
      let isPlaceholder = node.text.map(Placeholder.fits) ?? node.isNull
      return scope.utf8.count * 4 + (isExample ? 0 : 2) + (isPlaceholder ? 0 : 1)
    }
  }

  private var entries: [String: [Entry]] = [:]
  /// Every place of a value, with its name.
  private var places: Set<Named> = []

  /// One without any.
  package init() {}

  private struct Named: Hashable {
    var name: String
    var place: Place
  }

  /// Adds the value that a name has in a file or below a folder.
  package mutating func add(_ name: String, _ node: Node, in scope: String, at place: Place, isExample: Bool = false) {
    places.insert(Named(name: name, place: place))
    add(name, Entry(scope: scope, node: node, place: place, isExample: isExample))
  }

  private mutating func add(_ name: String, _ entry: Entry) {
    // Of equals the first counts, and the second where the first asks for itself. A long file may have any number of them.
    let last = entries[name]?.suffix(2) ?? []
    guard last.count < 2 || !last.allSatisfy({ $0.scope == entry.scope && $0.rank == entry.rank }) else { return }
    entries[name, default: []].append(entry)
  }

  /// Adds the settings of a file under their keys, and under their keys with the names around them.
  package mutating func add(_ settings: [Setting], of file: String, withPaths: Bool = false) {
    for setting in settings {
      let node = Node(kind: .text(setting.value), line: setting.line)
      let entry = Entry(scope: file, node: node, place: Place(file: file, line: setting.line), isExample: false)
      add(setting.key, entry)
      if withPaths, !setting.path.isEmpty { add((setting.path + [setting.key]).joined(separator: "."), entry) }
    }
  }

  /// Whether this is the place of the name's value.
  package func has(_ name: String, at place: Place) -> Bool { places.contains(Named(name: name, place: place)) }

  /// What the name means in this file of the project: the nearest one above it.
  /// `except`: a place whose own value is not meant.
  package func entry(_ name: String, in file: String, of project: String? = nil, except: Place? = nil) -> Entry? {
    let near = entries[name]?.filter { entry in
      let isNear =
        PathName.isInside(file, of: entry.scope) || project.map { PathName.isInside(entry.scope, of: $0) } == true
      return isNear && entry.node.text != "" && (except == nil || entry.place != except)
    }
    guard let near, near.count > 1 else { return near?.first }
    let ranks = near.map(\.rank)
    return ranks.max().flatMap { best in ranks.firstIndex(of: best) }.map { near[$0] }
  }

  /// The text with every reference in it replaced, and the place of the last value that came in.
  package func resolved(
    _ text: String, in file: String, of project: String? = nil, keepingDefaults: Bool = false, except: Place? = nil
  ) -> (text: String, place: Place?) {
    guard text.firstPlace(of: "${") != nil else { return (text, nil) }
    var place: Place?
    let resolved = Reference.resolve(text, keepingDefaults: keepingDefaults) { name in
      guard let entry = entry(name, in: file, of: project, except: except), let value = entry.node.text, value != text
      else { return nil }
      place = entry.place
      return value
    }
    return (resolved, place)
  }

  /// The node with the values of its references, in lists and maps too. A reference to a list in a list is its items.
  package func resolved(_ node: Node, in file: String, depth: Int = 0) -> Node {
    guard depth < 12 else { return node }
    var node = node
    switch node.kind {
    case .text(let text):
      if text.hasPrefix("${"), text.hasSuffix("}"), let entry = entry(String(text.dropFirst(2).dropLast()), in: file),
        entry.node.text != text
      {
        return resolved(entry.node, in: file, depth: depth + 1)
      }
      node.kind = .text(resolved(text, in: file).text)
    case .list(let items):
      let parts = items.map { resolved($0, in: file, depth: depth + 1) }
      node.kind = .list(zip(items, parts).flatMap { $0.text != nil && !$1.items.isEmpty ? $1.items : [$1] })
    case .map(let members):
      node.kind = .map(
        members.map { Node.Member(key: $0.key, line: $0.line, value: resolved($0.value, in: file, depth: depth + 1)) })
    default: break
    }
    return node
  }
}
