import Worlds

/// Texts that the journal keeps, in which it looks for tokens. A long one is read once.
extension ListPlace {
  static let texts: [ListPlace] = [
    "eyJ", "a=", "\"token\":\"", "Bearer ", "1.A", "a.", "%", "x;y=z&", String(repeating: "A", count: 39) + " ",
  ].map { piece in
    ListPlace("text with \(piece.debugDescription)", item: same(String(repeating: piece, count: 20))) { pieces in
      .work { "\(Redaction.word(pieces.joined()).utf8.count) bytes" }
    }
  }
}
