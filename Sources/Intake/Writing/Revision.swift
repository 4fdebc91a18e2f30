import Bytes
import LooseFormats
import YAML

/// A file after a second run.
package struct Revision: Sendable {
  package var text: String
  /// What was added or brought up to date, a line each.
  package var news: [String] = []
  /// What was found otherwise than the file has it, and stays as people wrote it.
  package var kept: [String] = []
  /// What the last run found and this one did not.
  package var gone: [String] = []

  package var isUnchanged: Bool { news.isEmpty }
}

/// Why a file is not changed.
package struct RevisionError: Error, CustomStringConvertible {
  package var description: String
}

/// Puts what is new into a scenario file line by line, so that comments, order and form stay.
struct Reviser {
  private var lines: [String]
  private let record: InitRecord
  private let old: [UInt8]
  private var revision = Revision(text: "")
  private var insertions: [(line: Int, lines: [String])] = []
  private var replacements: [(line: Int, text: String)] = []

  init(_ old: [UInt8]) {
    self.old = old
    let all = String(decoding: old, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    record = InitRecord(reading: all)
    lines = all.filter {
      !$0.hasPrefix(InitRecord.mark) && !$0.hasPrefix("# What the last run of 'mockidp init' wrote")
    }
    while let last = lines.last, ASCII.trimmed(last).isEmpty { lines.removeLast() }
  }

  mutating func revise(_ branches: [Branch]) throws(RevisionError) -> Revision {
    let root = try tree()
    guard root.entries != nil else { throw RevisionError(description: "it is not a scenario") }
    merge(branches, into: root, indent: 0, path: "", shown: "")
    for replacement in replacements { lines[replacement.line - 1] = replacement.text }
    lines = withInsertions()
    lines += InitRecord(branches).lines
    revision.text = lines.joined(separator: "\n") + "\n"
    guard (try? YAMLDocument.parse(revision.text)) != nil else {
      throw RevisionError(description: "it is written in a way that nothing can be added to; nothing was changed")
    }
    return revision
  }

  /// The lines with what is inserted behind them.
  private func withInsertions() -> [String] {
    var output: [String] = []
    for number in 0...lines.count {
      if number > 0 { output.append(lines[number - 1]) }
      for insertion in insertions where insertion.line == number { output += insertion.lines }
    }
    return output
  }

  private func tree() throws(RevisionError) -> YAMLNode {
    do throws(YAMLError) {
      return try YAMLDocument.parse(lines.joined(separator: "\n") + "\n")
    } catch {
      throw RevisionError(description: "\(error)")
    }
  }

  private mutating func merge(_ branches: [Branch], into node: YAMLNode, indent: Int, path: String, shown: String) {
    var met: Set<Int> = []
    for branch in branches {
      let own = InitRecord.path(path, branch.step)
      let name = shown.isEmpty ? branch.key ?? branch.step : "\(shown).\(branch.key ?? branch.step)"
      guard let index = place(of: branch, in: node) else {
        // What the last run wrote and is not there was taken out by a person.
        if record.has(own) { continue }
        insert(branch, into: node, indent: indent, shown: name)
        continue
      }
      met.insert(index)
      let value = node.entries?[index].value ?? node.items?[index] ?? node
      compare(branch, with: value, path: own, shown: name)
    }
    tellGone(node, met: met, path: path, shown: shown)
  }

  /// The entry or item that is this one: by its identity, else by its key.
  private func place(of branch: Branch, in node: YAMLNode) -> Int? {
    if let entries = node.entries {
      if let identity = branch.identity,
        let index = entries.firstIndex(where: { entry in
          ["clientId", "appId", "id", "userPrincipalName"].contains { entry.value[$0]?.text == identity }
        })
      {
        return index
      }
      return entries.firstIndex { $0.name == branch.key }
    }
    return node.items?.firstIndex { item in
      guard let identity = branch.identity else { return item.text != nil && item.text == branch.scalar }
      if item.text != nil || branch.children.isEmpty { return item.text == identity }
      let own = ["value", "id", "resourceAppId", "name", "issuer"].lazy.compactMap { item[$0]?.text }.first
      return own == identity || branch.children.allSatisfy { item[$0.key ?? ""]?.text == $0.scalar && $0.scalar != nil }
    }
  }

  private mutating func compare(_ branch: Branch, with value: YAMLNode, path: String, shown: String) {
    guard let scalar = branch.scalar else {
      if value.entries != nil || value.items != nil {
        merge(branch.children, into: value, indent: value.mark.column - 1, path: path, shown: shown)
      }
      return
    }
    let there = value.text ?? ""
    guard there != scalar || value.text == nil else { return }
    if record.has(path, value: there), value.text != nil {
      let line = lines[value.mark.line - 1]
      let head = String(String.UnicodeScalarView(line.unicodeScalars.prefix(value.mark.column - 1)))
      let written = branch.isPlain ? scalar : YAMLScalar.written(scalar)
      replacements.append((value.mark.line, head + written + branch.comment))
      revision.news.append("\(shown): \(scalar), before \(there)")
    } else if !record.has(path, value: scalar) {
      revision.kept.append(
        "\(shown): you have \(there.isEmpty ? "something else" : there), and \(scalar) was found\(branch.note.map { " (\($0))" } ?? "")"
      )
    }
  }

  private mutating func insert(_ branch: Branch, into node: YAMLNode, indent: Int, shown: String) {
    let first = node.entries?.first.map(\.key) ?? node.items?.first
    guard let first, !isInBraces(node), let last = lastLine(of: node, from: first.mark.line) else {
      revision.kept.append("\(shown): new, and not added, because the place is written in brackets")
      return
    }
    var margin = first.mark.column - 1
    if node.items != nil {
      margin = lines[first.mark.line - 1].utf8.prefix { $0 == 0x20 }.count
      // `- - a` is nothing that this program or a person writes.
      guard lines[first.mark.line - 1].dropFirst(margin).hasPrefix("-") else { return }
    }
    insertions.append((last, branch.lines(indent: margin)))
    revision.news.append(shown + (branch.scalar.map { ": \($0)" } ?? ""))
  }

  private func isInBraces(_ node: YAMLNode) -> Bool {
    let scalars = lines[node.mark.line - 1].unicodeScalars.dropFirst(node.mark.column - 1)
    return scalars.first == "{" || scalars.first == "["
  }

  /// The last line that belongs to the block, counted from 1: what is indented as its first key, or further.
  private func lastLine(of node: YAMLNode, from start: Int) -> Int? {
    guard start >= 1, start <= lines.count else { return nil }
    let first = lines[start - 1]
    let isItem = node.items != nil
    let indent = isItem ? first.utf8.prefix { $0 == 0x20 }.count : node.mark.column - 1
    var last = start
    for number in start..<lines.count {
      let line = lines[number]
      let text = ASCII.trimmed(line)
      if text.isEmpty || text.hasPrefix("#") { continue }
      let own = line.utf8.prefix { $0 == 0x20 }.count
      if own < indent || own == indent && isItem && !text.hasPrefix("-") { break }
      if own == indent, !isItem, text.hasPrefix("-"), indent > 0 || node.mark.column > 1 { break }
      last = number + 1
    }
    return last
  }

  private mutating func tellGone(_ node: YAMLNode, met: Set<Int>, path: String, shown: String) {
    if let entries = node.entries {
      for (index, entry) in entries.enumerated() where !met.contains(index) {
        let identity = ["clientId", "appId", "id", "userPrincipalName"].lazy.compactMap { entry.value[$0]?.text }.first
        guard [identity, entry.name].compactMap(\.self).contains(where: { record.has(InitRecord.path(path, $0)) })
        else { continue }
        revision.gone.append(shown.isEmpty ? entry.name : "\(shown).\(entry.name)")
      }
    }
    for (index, item) in (node.items ?? []).enumerated() where !met.contains(index) {
      let step =
        item.text ?? ["value", "id", "resourceAppId", "name", "issuer"].lazy.compactMap { item[$0]?.text }.first ?? ""
      if record.has(InitRecord.path(path, step)) { revision.gone.append("\(shown).\(step)") }
    }
  }
}
