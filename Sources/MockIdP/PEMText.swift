import Bytes

/// Texts that hold certificates one behind the other, with remarks between them.
enum PEMText {
  private static let begin = "-----BEGIN CERTIFICATE-----"
  private static let end = "-----END CERTIFICATE-----"

  /// Each certificate with its marks and a line end; whatever stands between them is left out.
  static func certificates(in text: String) -> [String] {
    var certificates: [String] = []
    var rest = text[...]
    while let start = rest.firstPlace(of: begin), let stop = rest[start.upperBound...].firstPlace(of: end) {
      certificates.append(rest[start.lowerBound..<stop.upperBound] + "\n")
      rest = rest[stop.upperBound...]
    }
    return certificates
  }
}
