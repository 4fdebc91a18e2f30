import Dispatch
import HTTPClient
import Policy
import Scenarios
import Synchronization

/// Fetches documents over HTTP. Servers on this machine are trusted by mockidp's own certificate authority, all others by the
/// system's.
struct HTTPDocumentSource: DocumentSource {
  /// What a document may take in all. An event loop waits for it.
  static let timeout = Duration.seconds(3)
  static let maximumBytes = 1 << 20

  let certificateAuthorityPEM: String

  func document(at url: String) throws(DocumentFault) -> [UInt8] {
    let host = URIReference(url)?.host ?? ""
    let client = HTTPClient(
      certificateAuthorityPEM: FetchableURL.isLoopback(host) ? certificateAuthorityPEM : nil, timeout: Self.timeout,
      maximumBodyBytes: Self.maximumBytes)
    // The client limits each wait, and a server could make it wait a thousand times: this limits the whole.
    let answer = Answer()
    DispatchQueue(label: "mockidp.documents").async {
      do throws(HTTPClientError) {
        answer.give(.success(try client.send(method: "GET", url: url, fields: [("Accept", "application/json")])))
      } catch { answer.give(.failure(error)) }
    }
    guard let result = answer.wait(Self.timeout) else { throw DocumentFault("\(url) did not answer in time") }
    switch result {
    case .failure(let error): throw DocumentFault("\(error)")
    case .success(let response) where response.status == 200: return response.body
    case .success(let response): throw DocumentFault("\(url) answered with status \(response.status)")
    }
  }

  /// What the queue hands to the loop that waits.
  private final class Answer: Sendable {
    typealias Value = Result<HTTPClientResponse, HTTPClientError>

    private let value = Mutex<Value?>(nil)
    private let given = DispatchSemaphore(value: 0)

    func give(_ value: Value) {
      self.value.withLock { $0 = value }
      given.signal()
    }

    /// Nil when the time is over.
    func wait(_ timeout: Duration) -> Value? {
      _ = given.wait(timeout: .now() + .seconds(Int(timeout.components.seconds)))
      return value.withLock { $0 }
    }
  }
}
