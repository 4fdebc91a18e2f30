/// The figures a page shows so that a failure can be found in the journal.
package struct ErrorDetails: Sendable, Hashable {
  package var requestID: String
  package var correlationID: String
  /// ISO 8601 with `T`, as Entra's page has it.
  package var timestamp: String

  package init(requestID: String, correlationID: String, timestamp: String) {
    self.requestID = requestID
    self.correlationID = correlationID
    self.timestamp = timestamp
  }

  /// The figures as a list, `message` being the last of them.
  func html(message: String) -> HTML {
    """
    <section class="details" aria-labelledby="details">
    <h2 id="details">Troubleshooting details</h2>
    <dl>
    <dt>Request Id</dt><dd>\(requestID)</dd>
    <dt>Correlation Id</dt><dd>\(correlationID)</dd>
    <dt>Timestamp</dt><dd>\(timestamp)</dd>
    <dt>Message</dt><dd>\(message)</dd>
    </dl>
    </section>

    """
  }
}
