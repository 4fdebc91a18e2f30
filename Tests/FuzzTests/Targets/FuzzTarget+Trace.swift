import HTTPWire

extension FuzzTarget {
  /// The trace of one request: what is passed on is read back as the same, and is never longer than the rules allow.
  static let trace = FuzzTarget(
    name: "trace", summary: "traceparent, then the fields tracestate, one a line", maximumBytes: 1_024
  ) { bytes in
    let lines = FuzzInput.text(bytes).split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false).map(
      String.init)
    guard let context = TraceContext(parent: lines[0], state: Array(lines.dropFirst())) else { return }
    try require(context.parent.utf8.count == 55, "the parent '\(context.parent)'")
    try require(lines[0].utf8.count >= 55, "'\(lines[0])' is too short")
    if let state = context.state {
      try require((1...512).contains(state.utf8.count), "\(state.utf8.count) bytes of state")
      try require(state.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "the state '\(state)'")
    }
    let fields = HTTPFields(context.fields)
    try require(
      TraceContext(fields) == context, "'\(context.parent)' and '\(context.state ?? "")' are read back as another")
  }
}
