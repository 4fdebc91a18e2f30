import Directory
import JSON
import Policy

/// The mapping of a job as Graph shows it (Microsoft: "synchronizationSchema resource type").
enum SynchronizationSchema {
  /// The rule that every app has (observed).
  static let rule = "03f7d90d-bf71-41b1-bda6-aaf0ddbee5d8"
  static let userType = StandardMapping.enterpriseUser
  static let groupType = "urn:ietf:params:scim:schemas:core:2.0:Group"

  static func shown(_ settings: ProvisioningSettings, id: String) -> JSONObject {
    let users = StandardMapping.userRows(settings)
    let groups = StandardMapping.groupRows(settings)
    return [
      "id": .string(id), "version": "v1",
      "synchronizationRules": [
        [
          "editable": true, "id": .string(rule), "name": "USERGROUP_OUTBOUND_USERGROUP", "priority": 1,
          "sourceDirectoryName": "Azure Active Directory", "targetDirectoryName": "customappsso",
          "metadata": [["key": "supportsProvisionOnDemand", "value": "true"]],
          "objectMappings": [
            objects("Groups", "Group", groupType, groups, isEnabled: settings.provisionsGroups ?? true, nil, settings),
            objects("Users", "User", userType, users, isEnabled: true, settings.scopingFilters, settings),
          ],
        ]
      ],
      "directories": [
        directory("Azure Active Directory", ["User": sources(users), "Group": sources(groups)]),
        directory("customappsso", [userType: users.map(\.target), groupType: groups.map(\.target)]),
      ],
    ]
  }

  private static func objects(
    _ name: String, _ source: String, _ target: String, _ rows: [MappingRow], isEnabled: Bool,
    _ filters: [[ScopingClause]]?,
    _ settings: ProvisioningSettings
  ) -> JSONValue {
    let types: [(ProvisioningSettings.ObjectAction, String)] = [
      (.create, "Add"), (.update, "Update"), (.delete, "Delete"),
    ]
    return [
      "enabled": .bool(isEnabled),
      "flowTypes": .string(types.filter { settings.may($0.0) }.map(\.1).joined(separator: ",")),
      "name": .string("Provision Azure Active Directory \(name)"), "scope": scope(filters),
      "sourceObjectName": .string(source), "targetObjectName": .string(target), "metadata": [],
      "attributeMappings": .array(rows.map(attribute)),
    ]
  }

  private static func scope(_ filters: [[ScopingClause]]?) -> JSONValue {
    guard let filters, !filters.isEmpty else { return .null }
    return [
      "groups": .array(
        filters.enumerated().map { index, clauses in
          [
            "name": .string("Filter \(index + 1)"),
            "clauses": .array(
              clauses.map { clause in
                [
                  "operatorName": .string(clause.operation.rawValue), "sourceOperandName": .string(clause.attribute),
                  "targetOperand": ["values": .strings(clause.values)],
                ]
              }),
          ]
        }), "categoryFilterGroups": [], "inputFilterGroups": [],
    ]
  }

  private static func attribute(_ row: MappingRow) -> JSONValue {
    let source: JSONValue =
      switch row.source {
      case .attribute(let name):
        ["expression": .string("[\(name)]"), "name": .string(name), "type": "Attribute", "parameters": []]
      case .constant(let text):
        ["expression": .string("\"\(text)\""), "name": .string(text), "type": "Constant", "parameters": []]
      case .expression(let text):
        [
          "expression": .string(text), "name": .string(String(text.prefix { $0 != "(" })), "type": "Function",
          "parameters": [],
        ]
      case nil: .null
      }
    return [
      "defaultValue": .string(row.defaultValue ?? ""), "exportMissingReferences": false,
      "flowBehavior": "FlowWhenChanged", "flowType": .string(row.flow.rawValue),
      "matchingPriority": .integer(Int64(row.matching ?? 0)), "targetAttributeName": .string(row.target),
      "source": source,
    ]
  }

  private static func sources(_ rows: [MappingRow]) -> [String] {
    rows.compactMap { if case .attribute(let name) = $0.source { name } else { nil } }
  }

  private static func directory(_ name: String, _ objects: [String: [String]]) -> JSONValue {
    [
      "id": .string(name), "name": .string(name), "discoverabilities": "None", "readOnly": true,
      "objects": .array(
        objects.sorted { $0.key < $1.key }.map { name, attributes in
          [
            "name": .string(name), "supportedApis": [],
            "attributes": .array(attributes.map { attribute(named: $0, isFirst: $0 == attributes.first) }),
          ]
        }),
    ]
  }

  private static func attribute(named name: String, isFirst: Bool) -> JSONValue {
    let isReference = name.hasSuffix("manager") || name == "members"
    return [
      "anchor": .bool(isFirst), "apiExpressions": [], "caseExact": false, "defaultValue": nil, "flowNullValues": false,
      "metadata": [], "multivalued": .bool(name == "members"), "mutability": "ReadWrite", "name": .string(name),
      "referencedObjects": [], "required": false, "type": .string(isReference ? "Reference" : "String"),
    ]
  }
}
