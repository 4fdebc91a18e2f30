/// One condition for being ready, as it stands now.
package struct ReadinessState: Sendable, Hashable {
  package let name: String
  /// Why it does not hold, for everybody to read; nil when it holds.
  package let fault: String?

  package init(name: String, fault: String?) {
    self.name = name
    self.fault = fault
  }
}
