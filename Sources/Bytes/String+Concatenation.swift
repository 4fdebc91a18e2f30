extension String {
  /// The pieces one after the other. An interpolation grows its text piece by piece, and takes several times as long: this is for sentences
  /// that a cycle of provisioning makes for each user.
  package init(pieces: String...) {
    var count = 0
    for piece in pieces { count += piece.utf8.count }
    self.init(unsafeUninitializedCapacity: count) { buffer in
      var end = 0
      for piece in pieces {
        piece.utf8.span.withUnsafeBufferPointer { bytes in
          guard let from = bytes.baseAddress, let to = buffer.baseAddress else { return }
          (to + end).initialize(from: from, count: bytes.count)
          end += bytes.count
        }
      }
      return end
    }
  }
}
