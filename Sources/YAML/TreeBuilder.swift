/// Builds a tree of nodes from the parser's events and checks its limits.
struct TreeBuilder {
  /// A finished node with its size, for the limits.
  private struct Part {
    var node: YAMLNode
    /// The number of this node and all nodes below it; an alias counts with all that it stands for.
    var count = 1
    /// The levels from this node down.
    var height = 1
  }

  private let parser: YAMLParser
  private var anchors: [String: Part] = [:]
  private var count = 0
  /// Of these the nodes that aliases stand for.
  private var aliasedCount = 0

  init(_ parser: YAMLParser) { self.parser = parser }

  /// The root of the only document. Nil when there is no document or it is empty.
  mutating func document() throws(YAMLError) -> YAMLNode? {
    var root: YAMLNode?
    var hasDocument = false
    while true {
      let event = try parser.next()
      switch event.kind {
      case .streamEnd:
        if let root, case .scalar("", isQuoted: false) = root.kind { return nil }
        return root
      case .documentStart:
        guard !hasDocument else { throw YAMLError("there is a second document", at: event.mark) }
        hasDocument = true
        root = try part(try parser.next(), depth: 1).node
      default: break
      }
    }
  }

  private mutating func part(_ event: YAMLParser.Event, depth: Int) throws(YAMLError) -> Part {
    if let tag = event.tag { throw YAMLError("the tag \(tag) is not supported", at: event.mark) }
    var part: Part
    switch event.kind {
    case .alias(let name):
      // An anchor is known only when its node is finished, so a node cannot contain itself.
      guard let anchored = anchors[name] else {
        throw YAMLError("the alias *\(name) has no anchor above it", at: event.mark)
      }
      part = anchored
      part.node.mark = event.mark
      try reserve(part.count, height: part.height, depth: depth, at: event.mark)
      aliasedCount += part.count
      guard aliasedCount <= YAMLDocument.maximumAliasedNodes else {
        throw YAMLError(
          "there are more than \(YAMLDocument.maximumAliasedNodes) values, aliases counted", at: event.mark)
      }
      return part
    case .sequenceStart:
      try reserve(1, height: 1, depth: depth, at: event.mark)
      part = try sequence(at: event.mark, depth: depth)
    case .mappingStart:
      try reserve(1, height: 1, depth: depth, at: event.mark)
      part = try mapping(at: event.mark, depth: depth)
    case .scalar(let text, let isQuoted):
      try reserve(1, height: 1, depth: depth, at: event.mark)
      part = Part(node: YAMLNode(.scalar(text, isQuoted: isQuoted), mark: event.mark))
    default: throw YAMLError("a value is missing", at: event.mark)
    }
    if let anchor = event.anchor { anchors[anchor] = part }
    return part
  }

  private mutating func sequence(at mark: YAMLMark, depth: Int) throws(YAMLError) -> Part {
    var part = Part(node: YAMLNode(.sequence([]), mark: mark))
    var items: [YAMLNode] = []
    while true {
      let event = try parser.next()
      if case .sequenceEnd = event.kind { break }
      items.append(add(try self.part(event, depth: depth + 1), to: &part))
    }
    part.node.kind = .sequence(items)
    return part
  }

  private mutating func mapping(at mark: YAMLMark, depth: Int) throws(YAMLError) -> Part {
    var part = Part(node: YAMLNode(.mapping([]), mark: mark))
    var entries: [YAMLNode.Entry] = []
    var names: Set<String> = []
    while true {
      let event = try parser.next()
      if case .mappingEnd = event.kind { break }
      let key = add(try self.part(event, depth: depth + 1), to: &part)
      guard case .scalar(let name, let isQuoted) = key.kind else {
        throw YAMLError("a key must be a text", at: key.mark)
      }
      if name == "<<", !isQuoted { throw YAMLError("merge keys (<<) are not supported", at: key.mark) }
      guard names.insert(name).inserted else { throw YAMLError("the key \(name) stands here twice", at: key.mark) }
      let value = add(try self.part(try parser.next(), depth: depth + 1), to: &part)
      entries.append(YAMLNode.Entry(key: key, value: value))
    }
    part.node.kind = .mapping(entries)
    return part
  }

  private func add(_ child: Part, to parent: inout Part) -> YAMLNode {
    parent.count += child.count
    parent.height = max(parent.height, child.height + 1)
    return child.node
  }

  private mutating func reserve(_ nodes: Int, height: Int, depth: Int, at mark: YAMLMark) throws(YAMLError) {
    guard depth + height - 1 <= YAMLDocument.maximumDepth else {
      throw YAMLError("there are more than \(YAMLDocument.maximumDepth) levels", at: mark)
    }
    count += nodes
    guard count <= YAMLDocument.maximumNodes else {
      throw YAMLError("there are more than \(YAMLDocument.maximumNodes) values", at: mark)
    }
  }
}
