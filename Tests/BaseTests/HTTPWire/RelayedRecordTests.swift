import Expectations
import Testing

@testable import HTTPWire

/// The form in which the servers of a cluster speak to each other. Servers of neighbouring versions run beside each other during an upgrade,
/// so the bytes are pinned: what is here changes its meaning together with `RelayedRequestRecord.path` alone.
struct RelayedRecordTests {
  static var request: HTTPRequest {
    var request = HTTPRequest(
      method: "POST", path: "/a", query: "b=c", fields: ["Host": "h", "X": "é"], body: [1, 2], isSecure: true,
      authority: "h:1", peer: "::1", minorVersion: 1)
    request.tunnel = ["P": "q"]
    return request
  }

  static let requestBytes: [UInt8] =
    [
      0, 0, 0, 45, 2, 0x77, 0x37, 3, 0x3A, 0x3A, 0x31, 1, 1, 3, 0x68, 0x3A, 0x31, 4, 0x50, 0x4F, 0x53, 0x54, 2, 0x2F,
      0x61,
    ]
    + [1, 3, 0x62, 0x3D, 0x63, 2, 4, 0x48, 0x6F, 0x73, 0x74, 1, 0x68, 1, 0x58, 2, 0xC3, 0xA9, 1, 1, 1, 0x50, 1, 0x71]

  static let answerBytes: [UInt8] =
    [0, 0, 0, 27, 0xC8, 1, 2, 1, 0x58, 1, 0x79, 4, 0x44, 0x61, 0x74, 0x65, 3, 0x6E, 0x6F, 0x77]
    + [2, 0, 1, 3, 0, 0x80, 0xA8, 0xD6, 0xB9, 7, 0, 0x68, 0x69]

  @Test func aRequestHasTheseBytes() throws {
    let bytes = RelayedRequestRecord.encode(Self.request, note: "w7", host: "relay.test")
    let head = "POST /relay/1 HTTP/1.1\r\nHost: relay.test\r\nContent-Length: \(Self.requestBytes.count + 2)\r\n\r\n"
    expectEqual(bytes, Array(head.utf8) + Self.requestBytes + [1, 2])
    let again = try RelayedRequestRecord.decode(Self.requestBytes + [1, 2])
    var expected = Self.request
    expected.relayNote = "w7"
    expectEqual("\(again)", "\(expected)")
  }

  /// An earlier version tells no number, and passes it over.
  @Test func theNumberOfARequestComesLast() throws {
    var request = Self.request
    request.clusterNumber = 300
    let bytes = RelayedRequestRecord.encode(request, note: "w7", host: "relay.test")
    var expected = Self.requestBytes + [0xAC, 2, 1, 2]
    expected[3] += 2
    #expect(bytes.suffix(expected.count) == expected[...])
    try expectEqual(RelayedRequestRecord.decode(expected).clusterNumber, 300)
    try expectEqual(RelayedRequestRecord.decode(Self.requestBytes + [1, 2]).clusterNumber, 0)
  }

  @Test func anAnswerHasTheseBytes() throws {
    var response = HTTPResponse(status: 200, fields: ["X": "y"], body: Array("hi".utf8))
    response.delivery = Delivery(delay: .seconds(2), manner: .slow(bytes: 3, every: .nanoseconds(2)))
    let record = RelayedAnswerRecord.encode(response, keepsBody: true, date: "now")
    expectEqual(record + response.body, Self.answerBytes)
    let (again, hasStream) = try RelayedAnswerRecord.decode(record[...])
    #expect(!hasStream)
    expectEqual(again.status, 200)
    expectEqual(again.fields, ["X": "y", "Date": "now"])
    expectEqual(again.delivery, response.delivery)
  }

  /// A later version may tell more, behind what this one knows.
  @Test func whatALaterVersionAddsIsPassedOver() throws {
    var bytes = Self.requestBytes
    bytes[3] += 2
    let request = try RelayedRequestRecord.decode(bytes + [9, 9] + [1, 2])
    expectEqual(request.body, [1, 2])
    var answer = Self.answerBytes.dropLast(2) + [7]
    answer[3] += 1
    try expectEqual(RelayedAnswerRecord.decode(answer[...]).response.status, 200)
  }

  /// Every piece of it that is not whole is none.
  @Test func aPartIsRefused() {
    for count in 0..<Self.requestBytes.count {
      #expect(throws: HTTPParseError.self) { try RelayedRequestRecord.decode(Array(Self.requestBytes.prefix(count))) }
      var short = Array(Self.requestBytes.prefix(count))
      if count >= 4 {
        short[3] = UInt8(count - 4)
        #expect(throws: HTTPParseError.self) { try RelayedRequestRecord.decode(short) }
      }
    }
  }

  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout HTTPRequest) -> Void
  }

  /// What the reader of ordinary requests never gives a handler.
  @Test(arguments: [
    Row(testDescription: "a method that is not a token") { $0.method = "GE T" },
    Row(testDescription: "a path that is none") { $0.path = "a" },
    Row(testDescription: "an empty path") { $0.path = "" },
    Row(testDescription: "a path with a query") { $0.path = "/a?b" },
    Row(testDescription: "a query with a fragment") { $0.query = "a#b" },
    Row(testDescription: "a line end in a query") { $0.query = "a\r\nb" },
    Row(testDescription: "a name that is not a token") { $0.fields = ["a b": "c"] },
    Row(testDescription: "a line end in a value") { $0.fields = ["a": "b\r\nc: d"] },
    Row(testDescription: "a line end in a tunnel") { $0.tunnel = ["a": "b\nc"] },
    Row(testDescription: "an authority that is none") { $0.authority = "a/b" },
    Row(testDescription: "a version of the future") { $0.minorVersion = 2 },
    Row(testDescription: "a control character in the address") { $0.peer = "1\u{7F}" },
  ])
  func anImpossibleRequestIsRefused(_ row: Row) throws {
    var request = Self.request
    row.change(&request)
    var parser = HTTPRequestParser()
    parser.receive(RelayedRequestRecord.encode(request, note: "", host: "a"))
    guard case .complete(_, let body) = parser.next() else { throw HTTPParseError.truncated }
    #expect(throws: HTTPParseError.self) { try RelayedRequestRecord.decode(body) }
  }
}
