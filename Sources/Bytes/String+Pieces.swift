extension String {
  /// The pieces between the places of a sign, without the blanks around them. A sign in quotes is a part of its piece (RFC 9110, section 5.6.4;
  /// RFC 5322, section 3.2.4); with `brackets` also one in angle brackets and one in a comment.
  package func pieces(between sign: UInt8, minding brackets: Bool = false) -> [String] {
    var pieces: [String] = []
    var piece: [UInt8] = []
    var (isQuoted, isEscaped, depth) = (false, false, 0)
    for byte in utf8 {
      if byte == sign, !isQuoted, depth == 0 {
        pieces.append(ASCII.trimmed(String(decoding: piece, as: UTF8.self)))
        piece = []
        continue
      }
      if byte == 0x22, !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && byte == 0x5C && !isEscaped
      if brackets, !isQuoted {
        if byte == 0x3C || byte == 0x28 { depth += 1 }
        if byte == 0x3E || byte == 0x29 { depth = max(0, depth - 1) }
      }
      piece.append(byte)
    }
    return pieces + [ASCII.trimmed(String(decoding: piece, as: UTF8.self))]
  }
}
