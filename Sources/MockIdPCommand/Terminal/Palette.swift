/// Paints text for terminals that show colours, and leaves it plain for other outputs.
struct Palette: Sendable, Hashable {
  let isColoured: Bool

  static let plain = Palette(isColoured: false)

  func bold(_ text: String) -> String { painted(text, "1") }
  func dim(_ text: String) -> String { painted(text, "2") }
  func red(_ text: String) -> String { painted(text, "31") }
  func green(_ text: String) -> String { painted(text, "32") }

  private func painted(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
