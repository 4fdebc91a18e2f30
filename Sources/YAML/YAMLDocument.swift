/// Reads a YAML document into a tree of nodes with their places (libyaml: YAML 1.1, which covers nearly all of JSON).
///
/// Beside texts that are not YAML it refuses a second document, a key that a mapping has twice or that is not a
/// scalar, merge keys (`<<`), tags other than `!!str`, more than 64 levels, more than 100,000 nodes that aliases stand for, and more than
/// two million nodes that are written.
package enum YAMLDocument {
  static let maximumDepth = 64
  /// A file of ten thousand users has some hundred thousand nodes.
  static let maximumNodes = 2_000_000
  /// Aliases multiply: a short text can stand for any number of nodes.
  static let maximumAliasedNodes = 100_000

  /// The root of the document. A document that is empty or has comments only is a mapping without entries.
  /// - Throws: `YAMLError` with the place.
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

  /// Reads a text. `parse(_:)` of its UTF-8.
  package static func parse(_ text: String) throws(YAMLError) -> YAMLNode { try parse(Array(text.utf8)) }
}
