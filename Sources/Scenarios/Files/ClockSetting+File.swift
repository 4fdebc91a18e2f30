extension ClockSetting {
  /// `{ start: 2026-01-31T09:00:00Z, frozen: true }`; both may be left out.
  init(_ value: FileValue) throws(ScenarioError) {
    var fields = try FileMapping(value)
    let start = try fields.take("start")?.time()
    let frozen = fields.take("frozen")
    let isFrozen = try frozen?.bool() ?? false
    try fields.finish()
    if let start {
      self = isFrozen ? .frozenAt(start) : .startingAt(start)
    } else if isFrozen, let frozen {
      throw frozen.error("a frozen clock needs 'start', the time it stands at")
    } else {
      self = .real
    }
  }
}
