import LooseFormats

extension Form {
  /// What mockidp itself writes beside the code: the file of `serve --ready-file`, and the journal of `exec --journal`. They have the ids of a
  /// world that was made for tests, so nothing of them is taken.
  static let ownFile = Form(name: "written by mockidp") { document, _ in
    guard let root = document.json else { return false }
    if let control = root["control"]?.text { return control.hasSuffix("/_mockidp/v1") }
    return root.items.first.map { $0["traceId"] != nil && $0["endpoint"] != nil } ?? false
  }
}
