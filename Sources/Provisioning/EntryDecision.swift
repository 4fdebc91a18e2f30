import Directory
import SCIM

/// What is written of one object: it follows from what the app answered, the mapping and the settings. Nothing is sent for it.
enum EntryDecision: Sendable {
  case create(SCIMRequest)
  case change(SCIMRequest, [SCIMDifference])
  /// The app has all that it should have.
  case nothing
  /// The action is off.
  case notAllowed(String)

  /// For an object that the app does not have.
  static func creation(
    _ kind: SCIMKind, _ values: Mapping.Values, _ settings: ProvisioningSettings, _ form: SCIMForm
  ) -> EntryDecision {
    guard settings.may(.create) else { return .notAllowed("the action 'create' is off") }
    let body = kind == .users ? SCIMBody.user(values.new, form: form) : SCIMBody.group(values.new)
    return .create(.create(kind, body))
  }

  /// For an object that the app has.
  static func change(
    _ kind: SCIMKind, _ resource: SCIMResource, _ values: Mapping.Values, _ settings: ProvisioningSettings,
    _ form: SCIMForm
  ) -> EntryDecision {
    var operations: [SCIMOperation] = []
    let differences = resource.differences(to: values.all)
    operations += SCIMOperation.operations(for: differences, form: form)
    if let roles = values.roles, let (operation, difference) = roles.change(of: resource, form) {
      operations.append(operation)
      guard settings.may(.update) else { return .notAllowed("the action 'update' is off") }
      return .change(.change(kind, resource.id, operations, form: form), differences + [difference])
    }
    guard !operations.isEmpty else { return .nothing }
    guard settings.may(.update) else { return .notAllowed("the action 'update' is off") }
    return .change(.change(kind, resource.id, operations, form: form), differences)
  }
}
