/// The ids and the time on an error page. With them a developer finds the exchange in the journal.
package struct ErrorDetails: Sendable, Hashable {
  /// The trace id, a GUID.
  package var requestID: String
  /// The correlation id, a GUID: the client's own when it sent one.
  package var correlationID: String
  /// ISO 8601 with `T`, as on Entra's page.
  package var timestamp: String

  /// What a page of Conditional Access tells besides: the app and the device. In the order of the page.
  package var sights: [Sight] = []

  /// The path of the console that shows the exchange. Nil leaves the link out.
  package var consolePath: String?

  package init(requestID: String, correlationID: String, timestamp: String, consolePath: String? = nil) {
    self.requestID = requestID
    self.correlationID = correlationID
    self.timestamp = timestamp
    self.consolePath = consolePath
  }

  /// One line of the list: its name, and its value.
  package struct Sight: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// The list with these values; `message` is its last entry.
  func html(message: String) -> HTML {
    """
    <section class="details" aria-labelledby="details">
    <h2 id="details">Troubleshooting details</h2>
    <dl>
    <dt>Request Id:</dt><dd>\(requestID)</dd>
    <dt>Correlation Id:</dt><dd>\(correlationID)</dd>
    <dt>Timestamp:</dt><dd>\(timestamp)</dd>
    <dt>Message:</dt><dd>\(message)</dd>
    \(sights.map { "<dt>\($0.name):</dt><dd>\($0.value)</dd>\n" })\
    </dl>
    \(consolePath.map { "<p><a href=\"\($0)\">Why, in the console</a></p>\n" })\
    </section>

    """
  }
}
