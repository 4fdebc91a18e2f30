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
    fileprivate let number: Int

    /// The nearest counts most, one that stands there before one of an example, and both before a placeholder.
    fileprivate var rank: Int {
      let isPlaceholder = node.text.map(Placeholder.fits) ?? node.isNull
      return scope.utf8.count * 4 + (isExample ? 0 : 2) + (isPlaceholder ? 0 : 1)
    }

    /// Of equals the first counts.
    fileprivate func comesBefore(_ other: Entry) -> Bool { (rank, -number) > (other.rank, -other.number) }
  }

  /// What a name means in exactly that file or folder, and the best of what it means there and anywhere below: a repository may have any
  /// number of projects with the same names.
  private(set) var here: [Named<String>: Best] = [:]
  private(set) var below: [Named<String>: Best] = [:]
  private var count = 0
  /// Every place of a value, with its name.
  private var places: Set<Named<Place>> = []

  /// One without any.
  package init() {}

  struct Named<Where: Hashable & Sendable>: Hashable, Sendable {
    var name: String
    var place: Where
  }

  /// Of several entries the one that counts, and the one that does where the first asks for itself.
  struct Best: Sendable {
    private(set) var first: Entry
    private(set) var second: Entry?

    init(first: Entry) { self.first = first }

    mutating func add(_ entry: Entry) {
      if entry.comesBefore(first) {
        if entry.place != first.place { second = first }
        first = entry
      } else if entry.place != first.place, second.map(entry.comesBefore) ?? true {
        second = entry
      }
    }

    func entry(except: Place?) -> Entry? { first.place == except ? second : first }
  }

  /// Adds the value that a name has in a file or below a folder.
  package mutating func add(_ name: String, _ node: Node, in scope: String, at place: Place, isExample: Bool = false) {
    places.insert(Named(name: name, place: place))
    add(name, node, in: scope, at: place, isExample: isExample, isBelow: true)
  }

  private mutating func add(
    _ name: String, _ node: Node, in scope: String, at place: Place, isExample: Bool, isBelow: Bool
  ) {
    guard node.text != "" else { return }
    count += 1
    let entry = Entry(scope: scope, node: node, place: place, isExample: isExample, number: count)
    let key = Named(name: name, place: scope)
    if here[key]?.add(entry) == nil { here[key] = Best(first: entry) }
    guard isBelow else { return }
    for folder in PathName.above(scope) {
      let key = Named(name: name, place: folder)
      if below[key]?.add(entry) == nil { below[key] = Best(first: entry) }
    }
  }

  /// Adds the settings of a file under their keys, and under their keys with the names around them.
  package mutating func add(_ settings: [Setting], of file: String, withPaths: Bool = false) {
    for setting in settings {
      let node = Node(kind: .text(setting.value), line: setting.line)
      let place = Place(file: file, line: setting.line)
      add(setting.key, node, in: file, at: place, isExample: false, isBelow: false)
      guard withPaths, !setting.path.isEmpty else { continue }
      let name = (setting.path + [setting.key]).joined(separator: ".")
      add(name, node, in: file, at: place, isExample: false, isBelow: false)
    }
  }

  /// Whether this is the place of the name's value.
  package func has(_ name: String, at place: Place) -> Bool { places.contains(Named(name: name, place: place)) }

  /// What the name means in this file of the project: the nearest one above it.
  /// `except`: a place whose own value is not meant.
  package func entry(_ name: String, in file: String, of project: String? = nil, except: Place? = nil) -> Entry? {
    // A longer path counts more, so of those above the file the nearest one does.
    let above = PathName.above(file).lazy.compactMap { here[Named(name: name, place: $0)]?.entry(except: except) }.first
    let inside = project.flatMap { below[Named(name: name, place: $0)]?.entry(except: except) }
    guard let above, let inside else { return above ?? inside }
    return inside.comesBefore(above) ? inside : above
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
