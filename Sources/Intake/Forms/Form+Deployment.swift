import Bytes

extension Form {
  /// Bicep: `param clientId string = '…'` of templates, `param clientId = '…'` of parameter files. Only what stands there as a text counts.
  static let bicepParameters = Form(name: "Bicep parameters") { document, found in
    guard document.hasExtension("bicep bicepparam") else { return false }
    var settings: [Setting] = []
    for (index, line) in document.text.lines.enumerated() {
      let words = line.blankParts
      guard let first = words.first, first == "param" || first == "var", words.count > 2,
        let equals = line.utf8.firstIndex(of: 0x3D)
      else { continue }
      let value = ASCII.trimmed(line[line.utf8.index(after: equals)...])
      guard value.hasPrefix("'"), let end = value.dropFirst().firstIndex(of: "'") else { continue }
      let text = String(value[value.index(after: value.startIndex)..<end])
      // An expression in a text says nothing by itself.
      guard text.firstPlace(of: "${") == nil else { continue }
      settings.append(Setting(key: words[1], value: text, scope: [], line: index + 1))
    }
    return SettingsGroup(settings, in: document).read(into: &found)
  }
}

extension Found {
  /// An app that a workflow signs in as is the workflow's own. It proves itself by a federated credential, or by a secret.
  mutating func nameWorkflows(of document: Document, from first: Int) {
    for index in first..<candidates.count {
      candidates[index].name = String(document.smallName.prefix { $0 != "." })
      guard let id = candidates[index][.clientId] else { continue }
      candidates[index].add(.kind, ClientKind.daemon.rawValue, line: id.place.line, key: id.key)
    }
  }
}
