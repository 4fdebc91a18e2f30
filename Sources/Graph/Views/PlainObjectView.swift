import Bytes
import Directory
import HTTPWire
import JSON
import Worlds

/// An object that is kept as Graph shows it, in a list that takes OData options.
struct PlainObjectView: DirectoryView {
  let object: JSONObject
  /// The members that its type has. Others were written by a client.
  let names: [String]

  var guid: GUID { object["id"]?.string.flatMap { GUID($0) } ?? .zero }

  var keptNames: [String] { object.names.filter { !names.contains($0) } }

  /// Of a path, `status/errorCode`, the member of the member.
  func value(of property: String) -> JSONValue {
    if let value = object[property] { return value }
    let parts = property.split(separator: "/").map(String.init)
    return parts.count == 2 ? object[parts[0]]?[parts[1]] ?? .null : .null
  }

  /// The annotations stay, whatever the call selects: a named location is known by its type.
  func members(_ query: ResourceQuery, _ version: GraphVersion) -> JSONObject {
    guard let selected = query.selected else { return object }
    return JSONObject(
      object.members.filter { ODataAnnotation.isNamed($0.name) }
        + selected.map { JSONObject.Member(name: $0, value: value(of: $0)) })
  }
}

extension ObjectType {
  /// A template of the gallery.
  static let applicationTemplate = Self(
    name: "applicationTemplate",
    names: [
      "id", "displayName", "homePageUrl", "supportedSingleSignOnModes", "supportedProvisioningTypes", "logoUrl",
      "categories", "publisher", "description",
    ], filterable: ["id", "displayName", "publisher"])

  static let claimsMappingPolicy = Self(
    name: "claimsMappingPolicy",
    names: ["id", "deletedDateTime", "definition", "displayName", "isOrganizationDefault"],
    filterable: ["id", "displayName"])

  static let accessPolicy = Self(
    name: "conditionalAccessPolicy",
    names: [
      "id", "templateId", "displayName", "createdDateTime", "modifiedDateTime", "state", "conditions", "grantControls",
      "sessionControls",
    ], filterable: ["id", "displayName", "state", "createdDateTime", "modifiedDateTime", "templateId"])

  static let namedLocation = Self(
    name: "namedLocation",
    names: [
      "id", "displayName", "createdDateTime", "modifiedDateTime", "ipRanges", "isTrusted", "countriesAndRegions",
      "includeUnknownCountriesAndRegions", "countryLookupMethod",
    ], filterable: ["id", "displayName", "createdDateTime", "modifiedDateTime", "isTrusted", "@odata.type"])

  /// All built-in roles come on one page.
  static let roleDefinition: Self = {
    var type = Self(
      name: "unifiedRoleDefinition",
      names: [
        "id", "description", "displayName", "isBuiltIn", "isEnabled", "resourceScopes", "templateId", "version",
        "rolePermissions", "inheritsPermissionsFrom",
      ], filterable: ["id", "displayName", "isBuiltIn", "isEnabled", "templateId"])
    type.pageSize = 999
    type.refusesPageSizes = true
    type.refusesOr = true
    return type
  }()

  private init(name: String, names: [String], filterable: Set<String>) {
    self.init(name: name, names: names)
    self.filterable = Dictionary(filterable.map { ($0, .undocumented) }) { first, _ in first }
    plainNames = names
  }
}

extension ResourceCall {
  /// One page of objects that are kept as Graph shows them.
  func page(
    of objects: [JSONObject], _ type: ObjectType, context: String, _ exchange: inout Exchange
  ) throws -> HTTPResponse {
    try page(
      of: objects.map { PlainObjectView(object: $0, names: type.plainNames) }, type, context: context, &exchange)
  }

  /// One such object.
  func plain(
    _ object: JSONObject, _ type: ObjectType, context: String, _ exchange: Exchange
  ) throws(GraphError) -> HTTPResponse {
    let view = PlainObjectView(object: object, names: type.plainNames)
    let query = try query(of: view, type)
    return odata(shown(view, query), context: "\(context)\(query.context)/$entity", exchange)
  }
}
