import Bytes
import HTTPWire
import JSON

extension CapturedExchange {
  /// The exchanges of a HAR file (W3C HTTP Archive 1.2) with hosts that this program plays.
  static func har(_ root: JSONValue) -> [CapturedExchange]? {
    guard let entries = root["log"]?["entries"]?.array else { return nil }
    return entries.compactMap { entry in
      guard let request = entry["request"], let response = entry["response"] else { return nil }
      var exchange = CapturedExchange()
      exchange.method = request["method"]?.string ?? "GET"
      exchange.url = request["url"]?.string
      exchange.requestFields = pairs(request["headers"])
      exchange.requestBody =
        request["postData"]?["text"]?.string
        ?? FormFields(pairs(request["postData"]?["params"])).encoded
      exchange.status = Int(response["status"]?.integer ?? 0)
      exchange.fields = HTTPFields(pairs(response["headers"]))
      let content = response["content"]
      let text = content?["text"]?.string ?? ""
      exchange.body =
        content?["encoding"]?.string == "base64" ? Base64.decode(text) ?? [] : Array(text.utf8)
      return exchange
    }
  }

  private static func pairs(_ list: JSONValue?) -> [(String, String)] {
    (list?.array ?? []).compactMap { item in
      guard let name = item["name"]?.string, let value = item["value"]?.string else { return nil }
      return (name, value)
    }
  }

  /// What `curl -i` prints, or `curl -v` with `>` and `<` before the lines of the heads.
  static func curl(_ text: String) -> CapturedExchange? {
    var exchange = CapturedExchange()
    var isBody = false
    var hasStatus = false
    var host: String?
    var target: String?
    var body: [String] = []
    for line in text.exchanging("\r\n", for: "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      if isBody, !line.hasPrefix("* "), !line.hasPrefix("< "), !line.hasPrefix("> ") {
        body.append(String(line))
        continue
      }
      if line.hasPrefix("> ") {
        let rest = String(line.dropFirst(2))
        if let field = field(rest) {
          if ASCII.equalIgnoringCase(field.0, "Host") { host = field.1 }
          exchange.requestFields.append(field)
        } else {
          let words = rest.split(separator: " ")
          if words.count >= 2 { (exchange.method, target) = (String(words[0]), String(words[1])) }
        }
        continue
      }
      let head = line.hasPrefix("< ") ? line.dropFirst(2) : line[...]
      if head.hasPrefix("HTTP/"), let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) {
        // Interim answers and those of proxies stand before the last head.
        exchange.status = status
        exchange.fields = HTTPFields()
        hasStatus = true
      } else if hasStatus, head.isEmpty || head == "<" {
        isBody = exchange.status >= 200
      } else if hasStatus, let field = field(String(head)) {
        exchange.fields.append(field.0, field.1)
      }
    }
    guard hasStatus else { return nil }
    if let host, let target { exchange.url = "https://" + host + target }
    exchange.body = Array(body.joined(separator: "\n").utf8)
    return exchange
  }

  private static func field(_ line: String) -> (String, String)? {
    guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return nil }
    let name = String(line[..<colon])
    guard !name.contains(" ") else { return nil }
    return (name, ASCII.trimmed(String(line[line.index(after: colon)...])))
  }
}
