import Testing

@testable import Scenarios

@Suite("Documents as they were written") struct WrittenDocumentTests {
  @Test("are written once for the same facts, and anew for others") func once() {
    let documents = WrittenDocuments()
    var written = 0
    func body(_ facts: String...) -> [UInt8] {
      documents.body(of: facts) {
        written += 1
        return Array(facts.joined(separator: ",").utf8)
      }
    }
    #expect(body("keys", "a") == Array("keys,a".utf8))
    #expect(body("keys", "a") == Array("keys,a".utf8))
    #expect(written == 1)
    #expect(body("keys", "a", "b") == Array("keys,a,b".utf8))
    #expect(body("keysa") == Array("keysa".utf8))
    #expect(written == 3)
  }

  @Test("do not pile up, whatever names are asked by") func bounded() {
    let documents = WrittenDocuments()
    for number in 0..<1_000 {
      #expect(documents.body(of: ["\(number)"]) { [UInt8(number & 255)] } == [UInt8(number & 255)])
    }
    var isWritten = false
    _ = documents.body(of: ["0"]) {
      isWritten = true
      return []
    }
    #expect(isWritten)
  }

  @Test("are not kept when writing fails") func failure() throws {
    struct Failure: Error {}
    let documents = WrittenDocuments()
    #expect(throws: Failure.self) { try documents.body(of: ["a"]) { throw Failure() } }
    #expect(documents.body(of: ["a"]) { [1] } == [1])
  }
}
