import Bytes
import YAML

extension ScenarioDecoder {
  /// How many mistakes of one file are told. Whoever has that many mends some first.
  private static let maximumMistakes = 20

  /// The mistakes of a scenario text, in the order in which the decoder finds them. None: the text is a scenario.
  ///
  /// The decoder stops at a mistake. So what it points at is taken out of the document, and the rest is read again. What is
  /// wrong only because of that is not told: a word that names what was taken out, a key that has gone with it, and the rest of
  /// its line.
  package static func mistakes(
    in text: [UInt8], file: String, extending bases: ScenarioBases = .library
  ) -> [ScenarioError] {
    var mistakes: [ScenarioError] = []
    var gone: Set<String> = []
    do throws(ScenarioError) {
      var root = try document(text, file: file)
      while mistakes.count < maximumMistakes {
        do throws(ScenarioError) {
          _ = try scenario(from: root, file: file, extending: bases)
          return mistakes
        } catch {
          let follows =
            mistakes.contains { $0.file == error.file && $0.line == error.line }
            || gone.contains { error.sentence.firstPlace(of: "'\($0)'") != nil }
          if !follows { mistakes.append(error) }
          guard error.file == file, let rest = root.without(error, &gone) else { return mistakes }
          root = rest
        }
      }
    } catch { mistakes.append(error) }
    return mistakes
  }
}

extension YAMLNode {
  /// The document without what a mistake points at, and the names that went with it. Nil when it points at nothing that
  /// can be left out.
  fileprivate func without(_ mistake: ScenarioError, _ gone: inout Set<String>) -> YAMLNode? {
    let place = YAMLMark(line: mistake.line, column: mistake.column)
    switch kind {
    case .scalar: return nil
    case .sequence(var items):
      for index in items.indices {
        if let rest = items[index].without(mistake, &gone) {
          items[index] = rest
          return YAMLNode(.sequence(items), mark: mark)
        }
        guard items[index].mark == place else { continue }
        items.remove(at: index).names(&gone)
        return YAMLNode(.sequence(items), mark: mark)
      }
      return nil
    case .mapping(var entries):
      for index in entries.indices {
        if let rest = entries[index].value.without(mistake, &gone) {
          entries[index].value = rest
          return YAMLNode(.mapping(entries), mark: mark)
        }
        // A mapping begins where its first key does. The mistake is about the key when it quotes it.
        let isKey =
          entries[index].key.mark == place
          && (index > 0 || mistake.sentence.firstPlace(of: "'\(entries[index].name)'") != nil)
        guard isKey || entries[index].value.mark == place else { continue }
        let entry = entries.remove(at: index)
        gone.insert(entry.name)
        entry.value.names(&gone)
        return YAMLNode(.mapping(entries), mark: mark)
      }
      return nil
    }
  }

  /// Adds all names in this part of the document: keys, and texts that other places may refer to.
  private func names(_ names: inout Set<String>) {
    switch kind {
    case .scalar(let text, _): if !text.isEmpty { names.insert(text) }
    case .sequence(let items): for item in items { item.names(&names) }
    case .mapping(let entries):
      for entry in entries {
        names.insert(entry.name)
        entry.value.names(&names)
      }
    }
  }
}
