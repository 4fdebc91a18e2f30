extension XMLElement {
  /// The element as it is sent: attributes in their order, elements without content closed in their start tag, no XML declaration.
  package var wire: String { String(decoding: wireBytes, as: UTF8.self) }

  /// The UTF-8 of `wire`.
  package var wireBytes: [UInt8] {
    var output = XMLOutput()
    write(to: &output)
    return output.bytes
  }

  private func write(to output: inout XMLOutput) {
    output.add("<")
    output.add(name)
    for attribute in attributes {
      output.add(" ")
      output.add(attribute.name)
      output.add("=\"")
      output.add(attribute.value, in: .attribute)
      output.add("\"")
    }
    guard !children.isEmpty else { return output.add("/>") }
    output.add(">")
    for child in children {
      switch child {
      case .element(let element): element.write(to: &output)
      case .text(let text): output.add(text, in: .text)
      case .comment(let text):
        output.add("<!--")
        output.add(text)
        output.add("-->")
      }
    }
    output.add("</")
    output.add(name)
    output.add(">")
  }
}
