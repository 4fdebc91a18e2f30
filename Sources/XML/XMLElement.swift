/// An element with all it holds, as a value.
package struct XMLElement: Sendable, Hashable {
  /// As it is written; empty where the name has no colon.
  package var prefix: String
  package var local: String
  /// What the prefix stands for here; empty for none.
  package var namespace: String
  /// Attributes and declarations of namespaces, in the order of the text.
  package var attributes: [XMLAttribute]
  package var children: [XMLNode]
  /// Where its start tag begins. Nil for one that was not read.
  package var place: XMLPlace?

  /// `name` is as it is written: `Issuer`, `samlp:Response`. `namespace` is what the prefix stands for. It must be declared here or above, as
  /// an attribute.
  package init(
    _ name: String, in namespace: String, _ attributes: [XMLAttribute] = [], _ children: [XMLNode] = []
  ) {
    (prefix, local) = Self.split(name)
    self.namespace = namespace
    self.attributes = attributes
    self.children = children
  }

  /// An element with a text in it.
  package init(_ name: String, in namespace: String, _ attributes: [XMLAttribute] = [], text: String) {
    self.init(name, in: namespace, attributes, text.isEmpty ? [] : [.text(text)])
  }

  /// As it is written: with its prefix.
  package var name: String { prefix.isEmpty ? local : prefix + ":" + local }

  /// Whether this is its name, whatever the prefix.
  package func isNamed(_ local: String, in namespace: String) -> Bool {
    self.local == local && self.namespace == namespace
  }

  /// The value of an attribute without a prefix, or of one in `namespace`.
  package func attribute(_ local: String, in namespace: String = "") -> String? {
    attributes.first { $0.local == local && $0.namespace == namespace && !$0.isDeclaration }?.value
  }

  /// Sets or adds an attribute without a prefix; nil takes it away.
  package mutating func set(_ local: String, _ value: String?) {
    let index = attributes.firstIndex { $0.local == local && $0.namespace.isEmpty }
    switch (index, value) {
    case (let index?, let value?): attributes[index].value = value
    case (let index?, nil): attributes.remove(at: index)
    case (nil, let value?): attributes.append(XMLAttribute(local, value))
    case (nil, nil): break
    }
  }

  /// The elements directly below.
  package var elements: [XMLElement] { children.compactMap(\.element) }

  /// The elements of that name directly below.
  package func elements(_ local: String, in namespace: String) -> [XMLElement] {
    elements.filter { $0.isNamed(local, in: namespace) }
  }

  /// The first element of that name directly below.
  package func first(_ local: String, in namespace: String) -> XMLElement? {
    for case .element(let child) in children where child.isNamed(local, in: namespace) { return child }
    return nil
  }

  /// Its own text: the pieces directly below, without comments, joined into one.
  package var text: String {
    var text = ""
    for case .text(let piece) in children { text += piece }
    return text
  }

  /// Whether anything but white space and comments stands beside its elements.
  package var hasText: Bool {
    children.contains { node in
      guard case .text(let text) = node else { return false }
      return !text.utf8.allSatisfy(XMLCharacters.isSpace)
    }
  }

  /// The namespaces that it declares itself: prefix to name.
  package var declarations: [String: String] {
    var declarations: [String: String] = [:]
    for attribute in attributes where attribute.isDeclaration { declarations[attribute.declared] = attribute.value }
    return declarations
  }

  /// Itself and every element in it, in the order of their start tags.
  package var withDescendants: [XMLElement] {
    var found: [XMLElement] = []
    // What is still to be looked into, the next one last: no call calls itself.
    var open = [self]
    while let element = open.popLast() {
      found.append(element)
      open.append(contentsOf: element.elements.reversed())
    }
    return found
  }

  /// The element at a way of indices into `children`; nil where the way leads nowhere or to a text.
  package func at(_ path: [Int]) -> XMLElement? {
    var element = self
    for index in path {
      guard element.children.indices.contains(index), let child = element.children[index].element else { return nil }
      element = child
    }
    return element
  }

  /// Puts another element, or several, or none, to the place that the way of indices leads to.
  package func replacing(_ path: [Int], with nodes: [XMLNode]) -> XMLElement {
    guard let first = path.first, children.indices.contains(first) else { return self }
    var copy = self
    if path.count == 1 {
      copy.children.replaceSubrange(first...first, with: nodes)
    } else if let child = children[first].element {
      copy.children[first] = .element(child.replacing(Array(path.dropFirst()), with: nodes))
    }
    return copy
  }

  static func split(_ name: String) -> (prefix: String, local: String) {
    guard let colon = name.utf8.firstIndex(of: 0x3A) else { return ("", name) }
    return (String(name[..<colon]), String(name[name.utf8.index(after: colon)...]))
  }
}
