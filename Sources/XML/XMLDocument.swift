/// A text that was read whole, strictly: UTF-8, no document type, no entities but the five of XML, no processing instructions, namespaces
/// checked, within limits. There is no code that fetches a file or an address, so no text can ask for one.
package struct XMLDocument: Sendable {
  package var root: XMLElement
  /// Whether a text stood in `<![CDATA[…]]>`. It was read as text; who verifies a signature refuses it.
  package var hasCDATA: Bool
  /// Whether there were comments that were dropped. Who verifies a signature refuses that, for one may have stood in it.
  package var hasDroppedComments: Bool
  /// How many bytes and declarations were looked at: what the reading cost, which tests compare with the length of the text.
  package var steps: Int

  /// Without `keepsComments` comments are dropped, and the text around one is a single text.
  ///
  /// - Throws: `XMLError` with the place of the first mistake.
  package init(
    reading bytes: [UInt8], limits: XMLLimits = .message, keepsComments: Bool = false
  ) throws(XMLError) {
    var reader = XMLReader(bytes: bytes, limits: limits, keepsComments: keepsComments)
    root = try reader.read()
    hasCDATA = reader.hasCDATA
    hasDroppedComments = reader.hasComments && !keepsComments
    steps = reader.steps
  }

  package init(
    reading text: String, limits: XMLLimits = .message, keepsComments: Bool = false
  ) throws(XMLError) {
    try self.init(reading: Array(text.utf8), limits: limits, keepsComments: keepsComments)
  }
}
