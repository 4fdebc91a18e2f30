/// Reads a YAML document (libyaml: YAML 1.1, of which JSON is all but a subset) into a tree of nodes with their places.
///
/// Refused, beyond what is no YAML: a second document, a key that stands twice in its mapping or is no scalar, merge keys
/// (`<<`), tags other than `!!str`, more than 64 levels, and more than 100,000 nodes with aliases written out.
package enum YAMLDocument {
  static let maximumDepth = 64
  static let maximumNodes = 100_000

  /// The root of the document. One that is empty, or has comments only, is a mapping without entries.
  package static func parse(_ text: [UInt8]) throws(YAMLError) -> YAMLNode {
    guard text.count <= Int(Int32.max) else {
      throw YAMLError("the document is too large", at: YAMLMark(line: 1, column: 1))
    }
    var failure: YAMLError?
    let root: YAMLNode? = text.withUnsafeBufferPointer { buffer in
      do throws(YAMLError) {
        var builder = TreeBuilder(try YAMLParser(reading: buffer))
        return try builder.document()
      } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
    return root ?? YAMLNode(.mapping([]), mark: YAMLMark(line: 1, column: 1))
  }

  /// As `parse(_:)` of the text's UTF-8.
  package static func parse(_ text: String) throws(YAMLError) -> YAMLNode { try parse(Array(text.utf8)) }
}
