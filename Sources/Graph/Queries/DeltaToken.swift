import Bytes

/// What `$deltatoken` and `$skiptoken` of a delta query carry: the moments between which the answer looks for changes, where a page
/// begins, and the options of the first call, which later calls do not repeat.
struct DeltaToken: Sendable, Hashable {
  /// The moment that the client knows. Nil: it knows nothing.
  var since: GUID?
  /// The moment that all pages of one answer are about. Nil in `$deltatoken`: each question is about the present.
  var until: GUID?
  /// The last object of the page before. Nil: the first page.
  var after: GUID?
  /// The options as they were sent, with `&` between them.
  var options: String

  var text: String {
    let ids = [since, until, after].flatMap { ($0 ?? .zero).bytes }
    return Base64.encodeURL(Array(ids) + Array(options.utf8))
  }
}

extension DeltaToken {
  /// Nil for a text that is not a token of this server.
  init?(_ text: String) {
    guard let bytes = Base64.decode(text), bytes.count >= 48,
      let options = String(validating: bytes[48...], as: UTF8.self)
    else { return nil }
    func id(_ place: Int) -> GUID? {
      GUID(bytes: Array(bytes[place..<place + 16])).flatMap { $0 == .zero ? nil : $0 }
    }
    self.init(since: id(0), until: id(16), after: id(32), options: options)
  }
}
