import Bytes
import Crypto
import HTTPWire

extension Exchange {
  /// An exchange for a request that has just arrived: ids, header fields and the parameters of its URL, without the
  /// values that the journal must not have.
  package init(beginning call: borrowing Call) {
    let request = call.request
    // Trace ids of the service end in 00 (observed).
    var bytes = call.world.entropy.guid().bytes
    bytes[15] = 0
    let query = call.query ?? FormFields()
    let given =
      request.fields["client-request-id"] ?? request.fields["x-ms-client-request-id"] ?? query["client-request-id"]
    let correlation = given.flatMap { GUID($0) }
    self.init(
      traceID: GUID(bytes: bytes) ?? .zero, correlationID: correlation ?? call.world.entropy.guid(),
      startedAt: call.now, method: Redaction.word(request.method), host: Redaction.word(request.authority),
      path: Redaction.path(request.path))
    hasClientCorrelation = correlation != nil
    library = request.fields["x-client-sku"].map { sku in
      sku + (request.fields["x-client-ver"].map { " \($0)" } ?? "")
    }
    fields = Redaction.fields(request.fields)
    origin = request.fields["Origin"]
    trace = TraceContext(request.fields)
    if call.world.rules.looksAtTokens { token = PresentedTokenFacts(request, in: call.world) }
    parameters = Redaction.parameters(of: query)
    secretsInURL = Redaction.secrets(inURL: query)
  }
}
