import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import TestSupport
import Worlds

extension FuzzTarget {
  /// Requests to the identity platform's endpoints: each gets an answer that is one answer on the wire, and nobody is sent to
  /// an address that no app registered.
  static let service = FuzzTarget(
    name: "service", summary: "method, path with query, cookies, and a form body, one a line", maximumBytes: 1_024
  ) { bytes in
    let lines = FuzzInput.lines(bytes, 4)
    guard !lines[1].utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }), lines[1].hasPrefix("/") else { return }
    let fields = [("Content-Type", "application/x-www-form-urlencoded"), ("Cookie", lines[2])]
    let test = try world.get()
    let answer = try test.send(lines[0], lines[1], fields: fields, body: lines[3])
    let response = answer.response
    try require((200...599).contains(response.status), "the status \(response.status)")
    try require(response.status != 500, "the status 500")
    try checkWire(response)
    if response.fields["Content-Type"]?.hasPrefix("application/json") == true, !response.body.isEmpty {
      try require(
        (try? JSONValue.parse(response.body)) != nil, "a body that is not JSON: \(FuzzInput.text(response.body))")
    }
    guard let location = response.fields["Location"], !location.hasPrefix("/") else { return }
    let bare =
      location.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
    let registered = test.world.directory.applications.values.flatMap(\.redirectURIs)
    let isOwn = bare.hasPrefix("https://\(TestWorld.authority)/")
    let isRegistered = registered.contains { registration in
      prefixes(of: bare).contains { RedirectURIRules.matches($0, registration) }
    }
    try require(isOwn || isRegistered || lines[1].firstPlace(of: "logout") != nil, "somebody is sent to \(location)")
  }

  /// One for all inputs, since making a world takes far longer than a request. Little of what requests leave in it is met by
  /// others: handles and codes are random.
  private static let world = Result { try TestWorld() }

  /// The address without the parameters that an answer adds, which begin at any '?' or '&'.
  private static func prefixes(of location: String) -> [String] {
    location.utf8.indices.filter { location.utf8[$0] == 0x3F || location.utf8[$0] == 0x26 }.map {
      String(location[..<$0])
    }
      + [location]
  }

  /// No value ends the head, and a client reads what was meant.
  private static func checkWire(_ response: HTTPResponse) throws(FuzzFinding) {
    var bytes: [UInt8] = []
    HTTPResponseEncoder(date: "Sat, 31 Jan 2026 10:20:30 GMT").appendHead(of: response, to: &bytes)
    if !HTTPStatus.isBodiless(response.status) { bytes += response.body }
    var parser = HTTPResponseParser()
    parser.receive(bytes)
    parser.receiveEnd()
    guard case .complete(let message) = parser.next() else {
      throw FuzzFinding("the answer cannot be read: \(FuzzInput.text(bytes))")
    }
    try require(message.status == response.status && message.body == response.body, "the answer is read as another one")
    for (name, value) in response.fields {
      try require(!value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }, "a control character in \(name)")
    }
  }
}
