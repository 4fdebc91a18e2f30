package import Directory

/// APIs that Microsoft has closed: nobody gets a token for one, and no administrator can open it again (observed: answers of 2024 and
/// 2025; Microsoft Graph: `disabledByMicrosoftStatus`).
package enum ClosedResource {
  /// The refusal of the first closed API among these, with its reason. Nil when all are open.
  package static func refusal(
    of resources: some Sequence<Application.ID>, in directory: DirectoryState
  ) -> Reasoned<Refusal>? {
    for id in resources {
      guard let api = directory.applications[id], api.isClosedByMicrosoft else { continue }
      return Reasoned(Refusal(.resourceClosed), because: ["Microsoft has closed '\(api.alias)'"])
    }
    return nil
  }
}

extension Application {
  /// `NotDisabled` and no word at all say that it is open.
  fileprivate var isClosedByMicrosoft: Bool {
    properties.text("disabledByMicrosoftStatus")?.hasPrefix("Disabled") ?? false
  }
}
