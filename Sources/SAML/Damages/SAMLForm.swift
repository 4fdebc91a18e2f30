import XML

/// What a browser carries to an app: the text of a Response and the state beside it.
struct SAMLForm: Sendable, Hashable {
  /// The bytes that are sent in Base64. With some damages they are not the text of a tree, or no XML at all.
  var bytes: [UInt8]
  var relayState: String?
  /// For the journal: the text without what would make it usable.
  var shown: String

  init(_ tree: XMLElement, relayState: String?) {
    bytes = tree.wireBytes
    self.relayState = relayState
    shown = tree.wire(hiding: "SignatureValue")
  }
}
