/// Reads server-sent events (WHATWG HTML §9.2.6), in whatever pieces they arrive.
struct EventReader {
  struct Event: Sendable, Hashable {
    var id: String?
    var name = "message"
    var data: String
  }

  private var rest: [UInt8] = []
  private var id: String?
  private var name: String?
  private var data: [String] = []

  /// The events that are complete with these bytes.
  mutating func receive(_ bytes: [UInt8]) -> [Event] {
    rest += bytes
    var events: [Event] = []
    var start = rest.startIndex
    while let end = rest[start...].firstIndex(of: 0x0A) {
      if let event = read(String(decoding: rest[start..<end], as: UTF8.self)) { events.append(event) }
      start = end + 1
    }
    rest.removeFirst(start)
    return events
  }

  private mutating func read(_ line: String) -> Event? {
    let line = line.hasSuffix("\r") ? String(line.dropLast()) : line
    guard !line.isEmpty else {
      defer { (name, data) = (nil, []) }
      return data.isEmpty ? nil : Event(id: id, name: name ?? "message", data: data.joined(separator: "\n"))
    }
    let colon = line.firstIndex(of: ":") ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == " " { value = value.dropFirst() }
    switch line[..<colon] {
    case "id": id = String(value)
    case "event": name = String(value)
    case "data": data.append(String(value))
    default: break
    }
    return nil
  }
}
