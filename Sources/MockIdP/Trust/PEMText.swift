import Bytes

/// Reads texts with several certificates and comments between them.
enum PEMText {
  private static let begin = "-----BEGIN CERTIFICATE-----"
  private static let end = "-----END CERTIFICATE-----"

  /// Each certificate as PEM with its begin and end lines and a line feed. Text between the certificates is left out.
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
