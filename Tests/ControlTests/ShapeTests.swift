import Expectations
import JSON
import Scenarios
import Testing

@testable import Control

struct ShapeTests {
  private static let shape = Shape.object([
    .required("name", .word, "a name"),
    .init("kind", .choice(["cat", "dog"]), "what it is"),
    .init("legs", .number(0...8), "how many"),
    .init("tame", .flag, "whether it is"),
    .init("age", .duration, "how old"),
    .init("born", .time, "when"),
    .init("id", .guid, "the id"),
    .init("collar", .text(.secret), "the number on it"),
    .init("food", .list(.object([.required("what", .word, "what it eats")])), "what it eats"),
    .init("marks", .map(.flag), "what it has"),
    .init("owner", .either([.word, .null], expected: "a name or null"), "whose it is"),
  ])

  @Test func admitsWhatFits() throws {
    let value: JSONValue = [
      "name": "Tom", "kind": "cat", "legs": 4, "tame": true, "age": "3d", "born": "2026-01-05",
      "id": "a11ce000-0000-4000-8000-000000000001", "collar": "17", "food": [["what": "mice"]],
      "marks": ["white": true], "owner": nil,
    ]
    try Self.shape.check(value)
  }

  struct Row: CustomTestStringConvertible {
    let value: JSONValue
    let problem: String
    let pointer: String?
    let says: String

    var testDescription: String { value.text }
  }

  @Test(arguments: [
    Row(value: [], problem: "not-json", pointer: nil, says: "it is another value"),
    Row(value: [:], problem: "missing-member", pointer: "", says: "no member 'name'"),
    Row(value: ["nam": "Tom"], problem: "unknown-member", pointer: "/nam", says: "Did you mean 'name'?"),
    Row(value: ["a/b~": 1], problem: "unknown-member", pointer: "/a~1b~0", says: "Known are: name"),
    Row(value: ["name": ""], problem: "bad-value", pointer: "/name", says: "It is a name."),
    Row(value: ["name": "Tom", "kind": "cta"], problem: "unknown-kind", pointer: "/kind", says: "Did you mean 'cat'?"),
    Row(value: ["name": "Tom", "kind": 1], problem: "bad-value", pointer: "/kind", says: #"one of "cat", "dog""#),
    Row(value: ["name": "Tom", "legs": 9], problem: "bad-value", pointer: "/legs", says: "a number from 0 to 8"),
    Row(value: ["name": "Tom", "legs": .double(1.5)], problem: "bad-value", pointer: "/legs", says: "1.5"),
    Row(value: ["name": "Tom", "tame": "yes"], problem: "bad-value", pointer: "/tame", says: "true or false"),
    Row(value: ["name": "Tom", "age": "3"], problem: "bad-value", pointer: "/age", says: "a duration such as"),
    Row(value: ["name": "Tom", "born": "once"], problem: "bad-value", pointer: "/born", says: "a time such as"),
    Row(value: ["name": "Tom", "id": "17"], problem: "bad-value", pointer: "/id", says: "a GUID"),
    Row(value: ["name": "Tom", "food": "mice"], problem: "bad-value", pointer: "/food", says: "a list"),
    Row(
      value: ["name": "Tom", "food": [["what": "mice"], [:]]], problem: "missing-member", pointer: "/food/1",
      says: "no member 'what'"),
    Row(
      value: ["name": "Tom", "marks": ["white": "a bit"]], problem: "bad-value", pointer: "/marks/white",
      says: "true or false"),
    Row(value: ["name": "Tom", "owner": 1], problem: "bad-value", pointer: "/owner", says: "a name or null"),
  ])
  func refusesWithThePlace(_ row: Row) {
    do throws(Problem) {
      try Self.shape.check(row.value)
      Issue.record("it passed")
    } catch {
      expectEqual(error.name, row.problem)
      expectEqual(error.pointer, row.pointer)
      #expect("\(error.detail) \(error.remedy)".contains(row.says), "\(error.detail) \(error.remedy)")
    }
  }

  @Test func secretsAreNotRepeated() {
    do throws(Problem) {
      try Self.shape.check(["name": "Tom", "collar": 123_456])
      Issue.record("it passed")
    } catch {
      #expect(!"\(error.detail) \(error.remedy)".contains("123456"))
    }
  }
}
