/// Why a message cannot be read any further. The connection cannot be used any more after it.
package struct HTTPParseError: Error, Hashable, Sendable {
  /// The HTTP status that a server answers with: 400, 413, 414, 417, 431, 501 or 505. A client ignores it.
  package var status: Int
  /// One sentence for the developer whose program sent the message.
  package var message: String

  package init(status: Int = 400, _ message: String) {
    self.status = status
    self.message = message
  }

  static let bareCR = Self("A carriage return stands without a line feed after it.")
  static let bareLF = Self("A line ends with a line feed alone; lines end with CR LF.")
  static let controlCharacter = Self("The head has a control character in it.")
  static let requestLine = Self("The request line is not \"method target HTTP/1.1\".")
  static let version = Self(status: 505, "Only HTTP/1.1 and HTTP/1.0 are spoken here.")
  static let target = Self("The request target is not a path, an absolute URL or \"*\".")
  static let targetTooLong = Self(status: 414, "The request target is too long.")
  static let headTooLarge = Self(status: 431, "The request head is too large.")
  static let tooManyFields = Self(status: 431, "The request has too many header fields.")
  static let foldedField = Self("A header field is continued on a second line (obs-fold).")
  static let fieldName = Self("A header line is not \"name: value\", or a space stands before its colon.")
  static let fieldEncoding = Self("A header field's value is not UTF-8.")
  static let missingHost = Self("The Host header field is missing.")
  static let repeatedHost = Self("There is more than one Host header field.")
  static let badHost = Self("The Host header field is not a host with an optional port.")
  static let contentLength = Self("Content-Length is not one whole number.")
  static let repeatedContentLength = Self("There is more than one Content-Length header field.")
  static let bothFramings = Self("Transfer-Encoding and Content-Length exclude each other.")
  static let transferEncoding = Self("The only Transfer-Encoding understood is \"chunked\", once, in HTTP/1.1.")
  static let unknownCoding = Self(status: 501, "The only Transfer-Encoding understood is \"chunked\".")
  static let expectation = Self(status: 417, "The only expectation understood is \"100-continue\".")
  static let bodyTooLarge = Self(status: 413, "The request body is too large.")
  static let chunkSize = Self("A chunk does not begin with its size in hexadecimal digits.")
  static let chunkExtension = Self("The extensions of the chunks are malformed or too long.")
  static let chunkEnd = Self("A chunk is longer or shorter than its size says.")
  static let trailersTooLarge = Self(status: 431, "The trailer section is too large.")
  static let statusLine = Self("The status line is not \"HTTP/1.1 status reason\".")
  static let relayRecord = Self("The relayed message is not in the form that this version of mockidp reads.")
  /// Servers and clients give this when the other side ends the connection in the middle of a message.
  package static let truncated = Self("The connection ended in the middle of the message.")
}
