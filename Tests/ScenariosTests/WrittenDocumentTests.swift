import Expectations
import JSON
import Synchronization
import Testing

@testable import Scenarios
@testable import Worlds

@Suite("Documents as they were written") struct WrittenDocumentTests {
  private final class Counter: Sendable {
    let written = Atomic(0)
  }

  private struct Page: WrittenDocument {
    let text: String
    let counter: Counter

    static func == (left: Page, right: Page) -> Bool { left.text == right.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }

    var json: JSONValue {
      counter.written.add(1, ordering: .relaxed)
      return ["page": .string(text)]
    }
  }

  /// The same member, the same hash and another document.
  private struct Book: WrittenDocument {
    let text: String
    var json: JSONValue { ["book": .string(text)] }
  }

  @Test("are written once, and anew when a member differs") func once() {
    let documents = WrittenDocuments()
    let counter = Counter()
    func body(_ text: String) -> String {
      String(decoding: documents.body(of: Page(text: text, counter: counter)), as: UTF8.self)
    }
    expectEqual(body("a"), #"{"page":"a"}"#)
    expectEqual(body("a"), #"{"page":"a"}"#)
    expectEqual(counter.written.load(ordering: .relaxed), 1)
    expectEqual(body("b"), #"{"page":"b"}"#)
    documents.forget()
    expectEqual(body("a"), #"{"page":"a"}"#)
    expectEqual(counter.written.load(ordering: .relaxed), 3)
  }

  @Test("of another kind are others, whatever they hold") func kinds() {
    let documents = WrittenDocuments()
    expectEqual(documents.body(of: Page(text: "a", counter: Counter())), Array(#"{"page":"a"}"#.utf8))
    expectEqual(documents.body(of: Book(text: "a")), Array(#"{"book":"a"}"#.utf8))
  }

  @Test("do not pile up, whatever names are asked by") func bounded() {
    let documents = WrittenDocuments()
    let counter = Counter()
    for number in 0..<1_000 {
      expectEqual(documents.body(of: Page(text: "\(number)", counter: counter)), Array(#"{"page":"\#(number)"}"#.utf8))
    }
    _ = documents.body(of: Page(text: "0", counter: counter))
    expectEqual(counter.written.load(ordering: .relaxed), 1_001)
  }
}
