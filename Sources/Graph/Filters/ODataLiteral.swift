/// Texts in single quotes. A quote inside the text is written twice (OData 4.01 "URL Conventions" §5.1.1.14).
enum ODataLiteral {
  static func unescaped(_ quoted: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var isSecondQuote = false
    for byte in quoted.utf8 {
      if byte == 0x27, isSecondQuote {
        isSecondQuote = false
        continue
      }
      isSecondQuote = byte == 0x27
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
