extension XMLElement {
  /// The element as it is sent: attributes in their order, elements without content closed in their start tag, no XML declaration.
  package var wire: String { String(decoding: wireBytes, as: UTF8.self) }

  /// The UTF-8 of `wire`.
  package var wireBytes: [UInt8] { bytes(hiding: nil) }

  /// The same for people, with `•••` in the place of what elements of that name hold.
  package func wire(hiding local: String) -> String { String(decoding: bytes(hiding: local), as: UTF8.self) }

  private func bytes(hiding local: String?) -> [UInt8] {
    var output = XMLOutput()
    write(to: &output, hiding: local)
    return output.bytes
  }

  fileprivate func write(to output: inout XMLOutput, hiding hidden: String?) {
    output.beginStartTag(self)
    for attribute in attributes {
      output.addAttribute(attribute.prefix, attribute.local, attribute.value, in: .attribute)
    }
    if local == hidden {
      output.endStartTag()
      output.add("•••", in: .text)
      return output.addEndTag(self)
    }
    output.endStartTag(isEmpty: children.isEmpty)
    guard !children.isEmpty else { return }
    // By its place, since a copy of an element counts references of all that it has.
    for index in children.indices { children[index].write(to: &output, hiding: hidden) }
    output.addEndTag(self)
  }
}

extension XMLNode {
  fileprivate func write(to output: inout XMLOutput, hiding hidden: String?) {
    switch self {
    case .element(let element): element.write(to: &output, hiding: hidden)
    case .text(let text): output.add(text, in: .text)
    case .comment(let text): output.addComment(text)
    }
  }
}
