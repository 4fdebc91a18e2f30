import YAML

extension YAMLNode {
  static func parsing(_ text: String) throws -> YAMLNode { try YAMLDocument.parse(text) }
}
