import Dispatch
import HTTPClient
import HTTPServer
import HTTPWire
import JOSE
import Policy
import Synchronization
import Time
import Worlds

/// Fetches documents over HTTP, such as the keys of a federated identity provider. It trusts mockidp's own
/// certificate authority for servers on this machine, and the system's roots for all others.
struct HTTPDocumentSource: DocumentSource {
  /// How long one piece of work may take, with its wait in the line. A client waits for the answer.
  static let timeout = Duration.seconds(3)
  /// How long the body of a document may be.
  static let maximumBytes = 1 << 20
  /// Pieces of work at one time, so that some servers that do not answer leave places for others.
  static let places = 16

  /// Runs something after a time.
  typealias Alarm = @Sendable (_ time: Duration, _ ring: @escaping @Sendable () -> Void) -> Void

  private let certificateAuthorityPEM: String
  private let timeout: Duration
  private let line = ThreadLine(places: places)
  private let alarm: Alarm
  private let failures: RecentFailures
  /// The issuers that need no request.
  private let own: OwnIssuers?
  /// Gets a span of each request that is sent for an exchange. Nil: no collector is named.
  private let spans: SpanExporter?
  let provisioner: (any Provisioner)?

  /// `uptime` is the machine's: a world's clock has no part in how long a failure is remembered. `alarm` is the machine's, too,
  /// when nil.
  init(
    certificateAuthorityPEM: String, own: OwnIssuers? = nil, timeout: Duration = timeout,
    uptime: any WallClock = Uptime(), alarm: Alarm? = nil, spans: SpanExporter? = nil,
    provisioner: (any Provisioner)? = nil
  ) {
    self.own = own
    self.spans = spans
    self.provisioner = provisioner
    self.certificateAuthorityPEM = certificateAuthorityPEM
    self.timeout = timeout
    self.alarm = alarm ?? Self.machineAlarm()
    failures = RecentFailures(uptime: uptime)
  }

  private static func machineAlarm() -> Alarm {
    let timers = DispatchQueue(label: "mockidp.documents.timers")
    return { time, ring in
      timers.asyncAfter(deadline: .now() + .milliseconds(Int(time / .milliseconds(1))), execute: ring)
    }
  }

  func ownKeys(ofIssuer issuer: String, signing keyID: String?) -> [SigningKey]? {
    own?.keys(ofIssuer: issuer, signing: keyID)
  }

  /// Runs `work` on a thread of its own and calls `done` once, from any thread: with the result, or with a fault when the
  /// time is over or work of that name has failed just before.
  func perform<Value: Sendable>(
    _ name: String, trace: TraceContext?,
    _ work: @escaping @Sendable (any DocumentReader) throws(DocumentFault) -> Value,
    _ done: @escaping @Sendable (Result<Value, DocumentFault>) -> Void
  ) {
    if let fault = failures.fault(of: name) { return done(.failure(fault)) }
    let started = failures.now
    let outcome = Outcome<Value> { [failures] result in
      if case .failure(let fault) = result { failures.note(fault, of: name, since: started) }
      done(result)
    }
    let cutoff = Cutoff()
    let reader = Reader(
      certificateAuthorityPEM: certificateAuthorityPEM, timeout: timeout, cutoff: cutoff, trace: trace)
    alarm(timeout) {
      outcome.give(.failure(DocumentFault("\(name) did not answer in time")))
      cutoff.cut()
    }
    line.add {
      guard !outcome.isGiven else { return }
      do throws(DocumentFault) { outcome.give(.success(try work(reader))) } catch { outcome.give(.failure(error)) }
    }
  }

  func answer(to request: OutgoingRequest, within time: Duration) throws(OutgoingFault) -> OutgoingAnswer {
    guard FetchableURL.admits(request.url) else {
      throw OutgoingFault(.noAnswer, "nothing is sent to \(request.url)")
    }
    let host = URIReference(request.url)?.host ?? ""
    let cutoff = Cutoff()
    alarm(time) { cutoff.cut() }
    let client = HTTPClient(
      certificateAuthorityPEM: FetchableURL.isLoopback(host) ? certificateAuthorityPEM : nil, timeout: time,
      maximumBodyBytes: request.maximumBodyBytes, cutoff: cutoff)
    let (trace, started) = (request.trace, spans?.now)
    // Where no span is recorded, the other server is told of the exchange itself, and only of a trace that the client began.
    let child = trace.flatMap { spans?.child(of: $0) }
    let told = child ?? trace.flatMap { $0.isFromClient ? $0.context : nil }
    func note(_ status: Int?) {
      guard let spans, let trace, let child, let started else { return }
      spans.add(outgoing: trace, as: child, url: request.url, status: status, from: started)
    }
    do throws(HTTPClientError) {
      let response = try client.send(
        method: "POST", url: request.url, fields: request.fields + (told?.fields ?? []), body: request.body)
      note(response.status)
      return OutgoingAnswer(
        status: response.status, contentType: response.fields["Content-Type"], body: response.body)
    } catch {
      note(nil)
      if cutoff.hasPassed || error.kind == .timeout {
        throw OutgoingFault(.timeout, "\(request.url) did not answer within \(time.shortText)")
      }
      throw OutgoingFault(error.kind == .tooLarge ? .tooLarge : .noAnswer, error.description)
    }
  }

  /// Fetches for one piece of work, until the cutoff passes.
  private struct Reader: DocumentReader {
    let certificateAuthorityPEM: String
    let timeout: Duration
    let cutoff: Cutoff
    let trace: TraceContext?

    func document(at url: String) throws(DocumentFault) -> [UInt8] {
      let host = URIReference(url)?.host ?? ""
      let client = HTTPClient(
        certificateAuthorityPEM: FetchableURL.isLoopback(host) ? certificateAuthorityPEM : nil,
        timeout: timeout, maximumBodyBytes: HTTPDocumentSource.maximumBytes, cutoff: cutoff)
      let response: HTTPClientResponse
      do throws(HTTPClientError) {
        response = try client.send(
          method: "GET", url: url, fields: [("Accept", "application/json")] + (trace?.fields ?? []))
      } catch {
        throw DocumentFault("\(error)")
      }
      guard response.status == 200 else { throw DocumentFault("\(url) answered with status \(response.status)") }
      return response.body
    }
  }

  /// Passes on the first result that it gets and ignores the others: the work and the timer both give one.
  private final class Outcome<Value: Sendable>: Sendable {
    typealias Given = @Sendable (Result<Value, DocumentFault>) -> Void

    private let done: Mutex<Given?>

    init(_ done: @escaping Given) { self.done = Mutex(done) }

    var isGiven: Bool { done.withLock { $0 == nil } }

    func give(_ result: Result<Value, DocumentFault>) {
      let done = done.withLock { done in
        defer { done = nil }
        return done
      }
      done?(result)
    }
  }
}
