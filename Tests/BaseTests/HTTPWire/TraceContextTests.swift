import Expectations
import Testing

@testable import HTTPWire

/// `traceparent` and `tracestate` (W3C Trace Context, §3).
struct TraceContextTests {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"
  private static let span = "b7ad6b7169203331"

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let parent: String
    /// What is passed on for the same span; nil: nothing is read.
    let read: String?
  }

  @Test(arguments: [
    Row(testDescription: "sampled", parent: "00-\(trace)-\(span)-01", read: "00-\(trace)-\(span)-01"),
    Row(testDescription: "not sampled", parent: "00-\(trace)-\(span)-00", read: "00-\(trace)-\(span)-00"),
    Row(testDescription: "flags that are not known", parent: "00-\(trace)-\(span)-ff", read: "00-\(trace)-\(span)-ff"),
    Row(testDescription: "a later version", parent: "cc-\(trace)-\(span)-01-more", read: "00-\(trace)-\(span)-01"),
    Row(testDescription: "a later version's flags", parent: "01-\(trace)-\(span)-83", read: "00-\(trace)-\(span)-01"),
    Row(testDescription: "a later version without a hyphen", parent: "cc-\(trace)-\(span)-01.more", read: nil),
    Row(testDescription: "this version goes on", parent: "00-\(trace)-\(span)-01-more", read: nil),
    Row(testDescription: "no version", parent: "ff-\(trace)-\(span)-01", read: nil),
    Row(testDescription: "no trace", parent: "00-00000000000000000000000000000000-\(span)-01", read: nil),
    Row(testDescription: "no span", parent: "00-\(trace)-0000000000000000-01", read: nil),
    Row(testDescription: "capitals", parent: "00-\(trace.uppercased())-\(span)-01", read: nil),
    Row(testDescription: "no digits", parent: "00-\(trace.dropLast())g-\(span)-01", read: nil),
    Row(testDescription: "too short", parent: "00-\(trace)-\(span)-0", read: nil),
    Row(testDescription: "nothing", parent: "", read: nil),
    Row(testDescription: "another separator", parent: "00_\(trace)_\(span)_01", read: nil),
    Row(testDescription: "other letters", parent: "00-\(trace)-\(span)-0ä", read: nil),
  ])
  func parents(_ row: Row) { expectEqual(TraceContext(parent: row.parent)?.parent, row.read) }

  struct State: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let sent: [String]
    let kept: String?
  }

  @Test(arguments: [
    State(testDescription: "none", sent: [], kept: nil),
    State(testDescription: "empty", sent: ["", " , "], kept: nil),
    State(testDescription: "several fields", sent: ["a=1,b=2", " c=3 "], kept: "a=1,b=2,c=3"),
    State(testDescription: "a tenant", sent: ["fw529a3039@dt=FfAaBb"], kept: "fw529a3039@dt=FfAaBb"),
    State(testDescription: "a key twice", sent: ["a=1,a=2"], kept: nil),
    State(testDescription: "no value", sent: ["a=1,b="], kept: nil),
    State(testDescription: "no key", sent: ["=1"], kept: nil),
    State(testDescription: "a capital in a key", sent: ["A=1"], kept: nil),
    State(testDescription: "another equals sign", sent: ["a=1=2"], kept: nil),
    State(testDescription: "33 members", sent: [(0..<33).map { "k\($0)=1" }.joined(separator: ",")], kept: nil),
    State(
      testDescription: "longer than is passed on",
      sent: ["a=\(String(repeating: "x", count: 250))", "b=\(String(repeating: "y", count: 250))", "c=12345678"],
      kept: "a=\(String(repeating: "x", count: 250)),b=\(String(repeating: "y", count: 250))"),
  ])
  func states(_ row: State) {
    let context = TraceContext(parent: "00-\(Self.trace)-\(Self.span)-01", state: row.sent)
    expectNotNil(context)
    expectEqual(context?.state, row.kept)
  }

  @Test func fieldsAreTakenAndPassedOn() {
    let fields = HTTPFields([
      ("Traceparent", "00-\(Self.trace)-\(Self.span)-01"), ("TraceState", "a=1"), ("tracestate", "b=2"),
    ])
    let context = TraceContext(fields)
    expectEqual(context?.isSampled, true)
    expectEqual(context?.fields.map(\.0), ["traceparent", "tracestate"])
    expectEqual(context?.fields.map(\.1), ["00-\(Self.trace)-\(Self.span)-01", "a=1,b=2"])
  }

  /// Which of two is meant nobody knows.
  @Test func twoParentsAreNone() {
    let parent = "00-\(Self.trace)-\(Self.span)-01"
    expectNil(TraceContext(HTTPFields([("traceparent", parent), ("traceparent", parent)])))
    expectNil(TraceContext(HTTPFields([("tracestate", "a=1")])))
  }
}
