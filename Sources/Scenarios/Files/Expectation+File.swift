import Directory

extension Expectation {
  /// `{ event: token.refused, code: AADSTS700082, count: 1 }`.
  init(_ value: FileValue, in directory: DirectoryState) throws(ScenarioError) {
    var fields = try FileMapping(value, "a list of mappings such as { event: signIn, count: 1 }")
    let count = try fields.take("count")?.number(in: 0...Int.max)
    let pattern = try Pattern(&fields, in: directory)
    try fields.finish()
    guard pattern != Pattern() else {
      throw value.error("an expectation needs something to look for, such as 'event'")
    }
    self.init(pattern: pattern, count: count)
  }
}
