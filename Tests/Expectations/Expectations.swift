package import Testing

// `#expect` is a macro: the compiler writes some lines of code for each, reads them and checks their types. That was a quarter of the
// time in which the tests are built. What most expectations are, two values that should be equal, is a call here. It prints both.

/// Expects `value` to be `expected`.
package func expectEqual<Value: Equatable>(
  _ value: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if value != expected {
    record("\(shown(value))\nis not\n\(shown(expected))", difference(value, expected), comment(), sourceLocation)
  }
}

/// Expects no value.
package func expectNil<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  if let value { record("\(shown(value)) is there", nil, comment(), sourceLocation) }
}

/// Expects a value, whichever.
package func expectNotNil<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  if value == nil { record("nil of \(Value.self)", nil, comment(), sourceLocation) }
}

private func record(_ failure: String, _ detail: String?, _ comment: Comment?, _ sourceLocation: SourceLocation) {
  let said = [comment?.rawValue, failure, detail].compactMap { $0 }.joined(separator: "\n")
  Issue.record(Comment(rawValue: said), sourceLocation: sourceLocation)
}

private func shown(_ value: some Any) -> String { String(reflecting: value) }

/// Where two long texts or lists begin to differ.
private func difference<Value>(_ value: Value, _ expected: Value) -> String? {
  if let value = value as? String, let expected = expected as? String, value.utf8.count > 100 {
    let at = zip(value, expected).prefix { $0 == $1 }.count
    return "They differ from character \(at) on: \(shown(String(value.dropFirst(at).prefix(80))))"
  }
  if let value = value as? [Any], let expected = expected as? [Any], value.count > 10 {
    let at = zip(value, expected).prefix { shown($0) == shown($1) }.count
    return "They differ from item \(at) on: \(value.dropFirst(at).prefix(1).map { shown($0) })"
  }
  return nil
}
