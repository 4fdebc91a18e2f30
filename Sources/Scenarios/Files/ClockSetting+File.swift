import Worlds

extension ClockSetting {
  /// Reads `{ start: 2026-01-31T09:00:00Z, frozen: true }` or `{ offset: 90d }`. All keys may be left out.
  /// - Throws: `ScenarioError`, also for a frozen clock without `start`, and for `offset` beside one of the others.
  init(_ value: FileValue) throws(ScenarioError) {
    var fields = try FileMapping(value)
    let start = try fields.take("start")?.time()
    let offset = fields.take("offset")
    let frozen = fields.take("frozen")
    let isFrozen = try frozen?.bool() ?? false
    try fields.finish()
    if let offset {
      if start != nil { throw offset.error("'start' and 'offset' are two ways to say it; leave one out") }
      if isFrozen { throw offset.error("a frozen clock takes no 'offset'; give 'start', the time at which it stands") }
      self = .ahead(by: try offset.signedDuration())
    } else if let start {
      self = isFrozen ? .frozenAt(start) : .startingAt(start)
    } else if isFrozen, let frozen {
      throw frozen.error("a frozen clock needs 'start', the time it stands at")
    } else {
      self = .real
    }
  }
}
