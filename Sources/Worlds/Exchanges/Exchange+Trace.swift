import Bytes
package import HTTPWire

extension Exchange {
  /// The span of this exchange: 16 hexadecimal digits, the first half of its trace id. So the same seed gives the same span, and no
  /// chance is used up for it.
  package var spanID: String { Hex.encode(traceID.bytes.prefix(8)) }

  /// The trace that the span belongs to: that of the client, else one of its own, whose id is the trace id in error bodies without its hyphens.
  package var spanTraceID: String { trace?.traceID ?? Hex.encode(traceID.bytes) }

  /// What a request to another server belongs to that is made for this exchange. Each call counts as a further request.
  package mutating func beginOutgoing() -> OutgoingTrace {
    outgoingRequests += 1
    return OutgoingTrace(
      context: TraceContext(
        traceID: spanTraceID, parentID: spanID, flags: trace?.flags ?? 0, state: trace?.state),
      isFromClient: trace != nil, number: outgoingRequests)
  }
}

/// The trace of a request that this server makes for an exchange.
package struct OutgoingTrace: Sendable, Hashable {
  /// Its parent is the span of the exchange.
  package let context: TraceContext
  /// Whether the client named the trace. Another one is told to other servers only where spans are sent.
  package let isFromClient: Bool
  /// Counts the requests of the exchange from 1.
  package let number: Int
}
