import Bytes

extension Refusal {
  /// What a request called an API that no directory has, where it may be one of Microsoft's: a client id, or an address of the web. APIs of
  /// one's own are called `api://…` by most. Nil for any other refusal.
  package var unknownAPI: String? {
    guard kind == .resourceNotFound || kind == .resourceNotFoundLegacy, let name = arguments[.resource],
      GUID(name) != nil || ASCII.lowercased(name).hasPrefix("https://")
    else { return nil }
    return name
  }
}
