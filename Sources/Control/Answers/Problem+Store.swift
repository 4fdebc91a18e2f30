extension Problem {
  /// The store failed and the change was not made. `reason` says why and what helps.
  static func storeTrouble(_ reason: String) -> Self {
    Self(
      503, "store-trouble", "The store cannot do it", "Nothing was changed: \(reason).",
      "Then ask again; the server goes on with what it has.")
  }
}
