import Expectations
import Testing

@testable import MockIdPCommand

struct EventReaderTests {
  private static let text =
    "retry: 100\n: following\n\nid: 7\nevent: exchange\ndata: {\"number\":7}\n\nevent: cleared\r\ndata:{}\r\n\r\ndata: a\ndata\ndata:  b\n\n"

  private static let events: [EventReader.Event] = [
    .init(id: "7", name: "exchange", data: #"{"number":7}"#), .init(id: "7", name: "cleared", data: "{}"),
    .init(id: "7", data: "a\n\n b"),
  ]

  @Test(arguments: [1, 2, 3, 7, 1_000]) func inWhateverPiecesTheyArrive(size: Int) {
    var reader = EventReader()
    var events: [EventReader.Event] = []
    var rest = Array(Self.text.utf8)[...]
    while !rest.isEmpty {
      events += reader.receive(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    expectEqual(events, Self.events)
  }

  @Test func whatIsNotCompleteWaits() {
    var reader = EventReader()
    expectEqual(reader.receive(Array("data: a\n".utf8)), [])
    expectEqual(reader.receive([0x0A]), [.init(data: "a")])
  }
}
