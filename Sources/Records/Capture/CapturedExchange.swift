import HTTPWire

/// A request to the real service and its answer, as somebody has captured them. It has secrets, and stays in memory.
struct CapturedExchange: Sendable {
  var method = "GET"
  /// Nil when the capture shows the answer alone.
  var url: String?
  var requestFields: [(String, String)] = []
  var requestBody = ""
  var status = 0
  var fields = HTTPFields()
  var body: [UInt8] = []
}

/// Why a capture cannot be read. The sentence quotes nothing of the capture.
package struct CaptureError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
