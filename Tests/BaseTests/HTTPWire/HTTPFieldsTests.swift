import Expectations
import Testing

@testable import HTTPWire

struct HTTPFieldsTests {
  @Test func findsByNameWithoutCase() {
    let fields: HTTPFields = ["Set-Cookie": "a", "X": "b", "set-cookie": "c"]
    expectEqual(fields["SET-COOKIE"], "a")
    expectEqual(fields.all("Set-Cookie"), ["a", "c"])
    expectNil(fields["Y"])
    expectEqual(fields.map { $0.name + $0.value }, ["Set-Cookiea", "Xb", "set-cookiec"])
  }

  @Test func setLeavesOneAtThePlaceOfTheFirst() {
    var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
    fields.set("a", "4")
    expectEqual(fields, ["A": "4", "B": "2"])
    fields.set("C", "5")
    expectEqual(fields, ["A": "4", "B": "2", "C": "5"])
  }

  @Test func removeTakesAll() {
    var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
    fields.remove("A")
    expectEqual(fields, ["B": "2"])
  }

  @Test(arguments: [
    ("close", true), ("x, Close", true), ("closed", false), ("\t close ,", true), ("", false), ("x-close", false),
  ])
  func readsLists(value: String, holds: Bool) {
    expectEqual(HTTPFields([("Connection", value)]).hasListToken("connection", "close"), holds)
  }
}
