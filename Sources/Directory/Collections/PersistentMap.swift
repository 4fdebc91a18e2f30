import Bytes

/// A dictionary whose copies share the parts that are equal. To change one of two copies takes about the same time
/// with a hundred thousand entries as with a hundred; a `Dictionary` would be copied whole. The order of the entries
/// follows from the keys alone, so a test run repeats.
///
/// The map is a trie over the bits of the keys. Four bits choose a child, and up to sixteen entries stay together in
/// a leaf.
package struct PersistentMap<Key: TrieKey, Value: Sendable>: Sendable {
  @usableFromInline final class Entry: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let value: Value

    init(key: Key, value: Value) {
      self.key = key
      self.value = value
    }
  }

  @usableFromInline indirect enum Node: Sendable {
    case leaf([Entry])
    case branch([Node])
  }

  private static var width: Int { 16 }
  /// Sixty-four bits, four at a time. Keys whose bits all agree share one leaf of any size.
  private static var maximumDepth: Int { 16 }

  /// The number of entries, kept with each change.
  @usableFromInline var root = Node.leaf([])
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// The value of a key; nil when there is none. Assigning nil removes the entry.
  package subscript(_ key: Key) -> Value? {
    @inlinable get { entry(of: key)?.value }
    set {
      if let newValue { updateValue(newValue, forKey: key) } else { removeValue(forKey: key) }
    }
  }

  /// All values, in an order that follows from the keys and not from the order in which they came.
  package var values: [Value] {
    var values: [Value] = []
    guard count > 0 else { return values }
    values.reserveCapacity(count)
    Self.visit(root) { values.append($0.value) }
    return values
  }

  /// All keys, in the order of `values`.
  package var keys: [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(count)
    Self.visit(root) { keys.append($0.key) }
    return keys
  }

  /// Stores a value and returns the one that it replaces; nil when the key is new.
  @discardableResult
  package mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
    var old: Value?
    root = Self.node(root, with: Entry(key: key, value: value), depth: 0, replacing: &old)
    if old == nil { count += 1 }
    return old
  }

  /// Changes the value of a key, or `initial` when there is none yet.
  package mutating func change(_ key: Key, from initial: @autoclosure () -> Value, _ change: (inout Value) -> Void) {
    var value = self[key] ?? initial()
    change(&value)
    updateValue(value, forKey: key)
  }

  /// Removes a value and returns it; nil when there is none.
  @discardableResult
  package mutating func removeValue(forKey key: Key) -> Value? {
    guard let old = self[key] else { return nil }
    root = Self.node(root, without: key, depth: 0)
    count -= 1
    return old
  }

  @inlinable func entry(of key: Key) -> Entry? { Self.entry(of: key, in: root, depth: 0) }

  // By recursion and by index: a node in a variable, or an entry in a loop, would be retained and released each time.
  @inlinable static func entry(of key: Key, in node: Node, depth: Int) -> Entry? {
    switch node {
    case .leaf(let entries): entries.indices.first { entries[$0].key == key }.map { entries[$0] }
    case .branch(let children): entry(of: key, in: children[slot(of: key, at: depth)], depth: depth + 1)
    }
  }

  @inlinable static func slot(of key: Key, at depth: Int) -> Int { Int((key.trieBits >> UInt64(4 * depth)) & 15) }

  private static func node(_ node: Node, with entry: Entry, depth: Int, replacing old: inout Value?) -> Node {
    switch node {
    case .leaf(var entries):
      if let index = entries.firstIndex(where: { $0.key == entry.key }) {
        old = entries[index].value
        entries[index] = entry
        return .leaf(entries)
      }
      entries.append(entry)
      guard entries.count > width, depth < maximumDepth else { return .leaf(entries) }
      var children = [[Entry]](repeating: [], count: width)
      for entry in entries { children[slot(of: entry.key, at: depth)].append(entry) }
      return .branch(children.map { Node.leaf($0) })
    case .branch(var children):
      let slot = slot(of: entry.key, at: depth)
      children[slot] = Self.node(children[slot], with: entry, depth: depth + 1, replacing: &old)
      return .branch(children)
    }
  }

  private static func node(_ node: Node, without key: Key, depth: Int) -> Node {
    switch node {
    case .leaf(let entries): return .leaf(entries.filter { $0.key != key })
    case .branch(var children):
      let slot = slot(of: key, at: depth)
      children[slot] = Self.node(children[slot], without: key, depth: depth + 1)
      return .branch(children)
    }
  }

  private static func visit(_ node: Node, _ body: (Entry) -> Void) {
    switch node {
    case .leaf(let entries): entries.forEach(body)
    case .branch(let children): for child in children { visit(child, body) }
    }
  }
}

extension PersistentMap: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (Key, Value)...) {
    self.init()
    for (key, value) in elements { updateValue(value, forKey: key) }
  }
}

/// A key of a `PersistentMap`. Its bits choose the place of an entry, `==` decides between entries of one leaf.
package protocol TrieKey: Hashable, Sendable {
  /// Sixty-four well mixed bits, the same in every run. Equal keys have equal bits.
  var trieBits: UInt64 { get }
}

extension Identifier: TrieKey {
  package var trieBits: UInt64 { guid.mixedBits }
}

extension String: TrieKey {
  /// FNV-1a over the bytes in UTF-8. `Hasher` would give other bits in every run.
  package var trieBits: UInt64 {
    utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
