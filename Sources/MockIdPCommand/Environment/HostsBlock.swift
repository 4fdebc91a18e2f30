/// The lines of a hosts file that lead Microsoft's names to this machine. They are between two marks, by which the
/// program finds them again.
struct HostsBlock: Sendable, Hashable {
  static let begin = "# >>> mockidp >>>"
  static let end = "# <<< mockidp <<<"

  /// The addresses that the names lead to, one line for each.
  let addresses: [String]
  let names: [String]

  /// The lines with both marks and a line feed at the end.
  var text: String {
    ([Self.begin] + addresses.map { "\($0) \(names.joined(separator: " "))" } + [Self.end]).joined(separator: "\n")
      + "\n"
  }

  /// The text `file` with this block in it: in the place of an older block, else at its end.
  func applied(to file: String, named path: String) throws(CommandError) -> String {
    guard let place = try Self.place(in: file, named: path) else {
      return file + (file.isEmpty || file.utf8.last == 0x0A ? "" : "\n") + text
    }
    return file[..<place.lowerBound] + text + file[place.upperBound...]
  }

  /// The text `file` without the block.
  static func removed(from file: String, named path: String) throws(CommandError) -> String {
    guard let place = try place(in: file, named: path) else { return file }
    return String(file[..<place.lowerBound] + file[place.upperBound...])
  }

  /// Names of this block for which `file` has another address outside the block, with the number of the line.
  func rivals(in file: String) -> [(name: String, line: Int)] {
    var rivals: [(String, Int)] = []
    var isInside = false
    for (index, line) in Self.lines(file).enumerated() {
      let text = Self.trimmed(file[line])
      if text == Self.begin { isInside = true }
      if text == Self.end { isInside = false }
      guard !isInside, let entry = text.split(separator: "#", omittingEmptySubsequences: false).first else { continue }
      let words = entry.split { $0 == " " || $0 == "\t" }.dropFirst()
      rivals += names.filter { name in words.contains { $0 == name } }.map { ($0, index + 1) }
    }
    return rivals
  }

  /// Where the block is, with its line ends; nil when there is none.
  ///
  /// - Throws: `CommandError` when the marks are not a pair: the lines between or after them may belong to the user.
  private static func place(in file: String, named path: String) throws(CommandError) -> Range<String.Index>? {
    var open: (start: String.Index, line: Int)?
    var found: Range<String.Index>?
    for (index, line) in lines(file).enumerated() {
      let number = index + 1
      switch trimmed(file[line]) {
      case begin:
        if let open { throw damaged(path, open.line, "'\(begin)' is followed by another in line \(number)") }
        if found != nil { throw damaged(path, number, "a second block begins") }
        open = (line.lowerBound, number)
      case end:
        guard let start = open?.start else { throw damaged(path, number, "'\(end)' has no beginning") }
        found = start..<line.upperBound
        open = nil
      default: break
      }
    }
    if let open { throw damaged(path, open.line, "'\(begin)' has no end") }
    return found
  }

  private static func damaged(_ path: String, _ line: Int, _ what: String) -> CommandError {
    CommandError("\(path) line \(line): \(what); nothing was changed, take the remains of the block away by hand")
  }

  /// The lines with their ends. A carriage return belongs to the end.
  private static func lines(_ file: String) -> [Range<String.Index>] {
    var lines: [Range<String.Index>] = []
    var start = file.startIndex
    while start < file.endIndex {
      let end = file.utf8[start...].firstIndex(of: 0x0A).map { file.utf8.index(after: $0) } ?? file.endIndex
      lines.append(start..<end)
      start = end
    }
    return lines
  }

  private static func trimmed(_ line: Substring) -> String {
    var bytes = ArraySlice(line.utf8)
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
