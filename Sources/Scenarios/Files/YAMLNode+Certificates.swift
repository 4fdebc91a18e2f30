import YAML

extension YAMLNode {
  /// Where an app's entry may name a file: the list or the mapping, the key of the file, and the key of the text in its place.
  private static let places = [
    ("certificates", "file", "pem"), ("keyCredentials", "file", "pem"), ("trustedSubjects", "issuerFile", "issuer"),
    ("trustedCertificateSubjects", "issuerFile", "issuer"), ("signingKey", "file", "pem"),
  ]

  /// The document with the texts of the certificates and keys in the place of the files that its apps name, and with the words of
  /// providers' metadata, so that it stands alone. `file` is the name that errors begin with; `read` gives the text of a file.
  func inliningCertificates(
    file label: String, _ read: (YAMLNode) throws(ScenarioError) -> String
  ) throws(ScenarioError) -> YAMLNode {
    guard Self.namesFiles(self) else { return self }
    return try changing("world") { world throws(ScenarioError) in
      try world.changing("apps") { apps throws(ScenarioError) in
        try apps.changing(nil) { app throws(ScenarioError) in
          var app = try app.inliningMetadata(file: label, read)
          for (list, file, text) in Self.places {
            app = try app.changing(list) { list throws(ScenarioError) in
              guard let items = list.items else { return try list.exchanging(file, by: text, read) }
              var texts: [YAMLNode] = []
              for item in items { texts.append(try item.exchanging(file, by: text, read)) }
              return YAMLNode(.sequence(texts), mark: list.mark)
            }
          }
          return app
        }
      }
    }
  }

  private static func namesFiles(_ root: YAMLNode) -> Bool {
    (root["world"]?["apps"]?.entries ?? []).contains { app in
      app.value["saml"]?["metadata"] != nil
        || places.contains { list, file, _ in
          app.value[list].map { ($0.items ?? [$0]).contains { $0[file] != nil } } ?? false
        }
    }
  }

  /// The mapping with the value of one key changed, or with those of all keys for nil.
  private func changing(
    _ key: String?, _ change: (YAMLNode) throws(ScenarioError) -> YAMLNode
  ) throws(ScenarioError) -> YAMLNode {
    guard let entries else { return self }
    var changed: [Entry] = []
    for entry in entries {
      var entry = entry
      if key == nil || entry.name == key { entry.value = try change(entry.value) }
      changed.append(entry)
    }
    return YAMLNode(.mapping(changed), mark: mark)
  }

  private func exchanging(
    _ file: String, by key: String, _ read: (YAMLNode) throws(ScenarioError) -> String
  ) throws(ScenarioError) -> YAMLNode {
    guard let entries, self[key] == nil, self[file]?.text != nil else { return self }
    var changed: [Entry] = []
    for entry in entries {
      guard entry.name == file else {
        changed.append(entry)
        continue
      }
      let text = YAMLNode(.scalar(try read(entry.value), isQuoted: true), mark: entry.value.mark)
      changed.append(Entry(key: YAMLNode(.scalar(key, isQuoted: false), mark: entry.key.mark), value: text))
    }
    return YAMLNode(.mapping(changed), mark: mark)
  }
}
