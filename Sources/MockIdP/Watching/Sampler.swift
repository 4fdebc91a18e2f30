import HTTPWire

/// Decides which traces are recorded. The decision follows from the ids alone, so it is the same for all parts of an exchange.
enum Sampler: Sendable, Hashable {
  /// That part of all traces, whatever the caller says.
  case alike(Double)
  /// What the caller decided, and that part of the traces that begin here.
  case parentBased(root: Double)

  /// `client` is what the client sent; nil begins a trace here, with the id `traceID`.
  func samples(traceID: String, client: TraceContext?) -> Bool {
    switch self {
    case .alike(let part): Self.takes(part, traceID, isOurs: client == nil)
    case .parentBased(let part): client?.isSampled ?? Self.takes(part, traceID, isOurs: true)
    }
  }

  /// Other programs compare the last 14 digits of a trace id, which are random. Ours begin so: the end is that of a GUID, with fixed bits.
  private static func takes(_ part: Double, _ traceID: String, isOurs: Bool) -> Bool {
    if part >= 1 { return true }
    let digits = isOurs ? traceID.prefix(12) : traceID.suffix(14)
    guard let number = UInt64(digits, radix: 16) else { return false }
    return Double(number) < part * (isOurs ? 0x1p48 : 0x1p56)
  }
}
