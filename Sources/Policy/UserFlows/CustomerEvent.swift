package import Bytes
package import Directory
package import JSON

/// The events of a customer's sign-in at which the service calls an API (Microsoft: "Custom authentication extensions overview", the
/// events of attribute collection and of one-time codes).
package enum CustomerEvent: String, Sendable, CaseIterable {
  /// Before the customer is asked for attributes.
  case attributeCollectionStart
  /// When the customer has given them.
  case attributeCollectionSubmit
  /// A one-time code has to be sent.
  case emailOtpSend

  /// Who is called; nil when nobody is.
  package func provider(of flow: UserFlow) -> ClaimsProvider? {
    switch self {
    case .attributeCollectionStart: flow.attributeCollectionStart
    case .attributeCollectionSubmit: flow.attributeCollectionSubmit
    case .emailOtpSend: flow.codeSending
    }
  }

  private var dataName: String {
    self == .emailOtpSend ? "onOtpSend" : "on\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())"
  }

  /// What a call is about.
  package struct Facts: Sendable {
    package var tenant: Tenant
    package var client: Application
    package var principal: ServicePrincipal.ID?
    package var flow: UserFlow
    package var correlationID: GUID
    package var clientAddress: String
    /// The sign-in name of the new customer, or the address that a code goes to.
    package var name: String
    /// `signUp`, `signIn`, `passwordReset`, `secondFactor`.
    package var purpose = ""
    package var attributes: [String: String] = [:]
    package var code: String?

    package init(
      tenant: Tenant, client: Application, principal: ServicePrincipal.ID?, flow: UserFlow, correlationID: GUID,
      clientAddress: String, name: String
    ) {
      self.tenant = tenant
      self.client = client
      self.principal = principal
      self.flow = flow
      self.correlationID = correlationID
      self.clientAddress = clientAddress
      self.name = name
    }
  }

  /// The body of the call. The password is never in it.
  package func body(_ facts: Facts, to provider: ClaimsProvider) -> JSONValue {
    let app: JSONValue = [
      "id": facts.principal.map { .string("\($0)") } ?? .null, "appId": "\(facts.client.id)",
      "appDisplayName": .string(facts.client.displayName), "displayName": .string(facts.client.displayName),
    ]
    var context: JSONObject = [
      "correlationId": "\(facts.correlationID)",
      "client": ["ip": .string(facts.clientAddress), "locale": "en-us", "market": "en-us"],
      "protocol": "OAUTH2.0", "clientServicePrincipal": app, "resourceServicePrincipal": app,
    ]
    if self == .emailOtpSend { context.append("requestType", facts.purpose) }
    var data: JSONObject = [
      "@odata.type": "microsoft.graph.\(dataName)CalloutData",
      "tenantId": "\(facts.tenant.id)",
      "authenticationEventListenerId": "\(provider.listener)",
      "customAuthenticationExtensionId": "\(provider.id)",
      "authenticationContext": .object(context),
    ]
    if let code = facts.code {
      data.append("otpContext", ["identifier": .string(facts.name), "oneTimeCode": .string(code)] as JSONValue)
    } else {
      data.append("userSignUpInfo", info(facts))
    }
    return [
      "type": "microsoft.graph.authenticationEvent.\(rawValue)",
      "source": "/tenants/\(facts.tenant.id)/applications/\(facts.client.id)", "data": .object(data),
    ]
  }

  private func info(_ facts: Facts) -> JSONValue {
    var attributes: JSONObject = [:]
    for attribute in facts.flow.attributes {
      guard let text = facts.attributes[attribute.name] else { continue }
      let isOwn = attribute.name.hasPrefix("extension_")
      let (type, value): (String, JSONValue) =
        switch attribute.form {
        case .string: ("string", .string(text))
        case .boolean: ("boolean", .bool(text == "true" || text == "on"))
        case .int: ("int64", Int64(text).map { .integer($0) } ?? .null)
        }
      attributes.append(
        CustomerAttributes.ownName(attribute.name, in: facts.tenant),
        [
          "@odata.type": "microsoft.graph.\(type)DirectoryAttributeValue", "value": value,
          "attributeType": isOwn ? "directorySchemaExtension" : "builtIn",
        ] as JSONValue)
    }
    let identity: JSONValue = [
      "signInType": "email", "issuer": .string(facts.tenant.initialDomain), "issuerAssignedId": .string(facts.name),
    ]
    return ["attributes": .object(attributes), "identities": [identity]]
  }

  /// What an API wants.
  package enum Wish: Sendable, Hashable {
    case nothing
    /// Values of attributes: before the page those that it begins with, after it those that are stored.
    case values([String: String])
    /// The customer has to enter something else. The sentences of single attributes are by their names.
    case refuse(message: String, attributes: [String: String])
    case block(title: String, message: String)
  }

  /// Reads an answer. Names that the user flow does not have are ignored.
  /// - Throws: the fault of the first thing that is wrong with it.
  package func wish(
    status: Int, contentType: String?, body: [UInt8], flow: UserFlow, in tenant: Tenant
  ) throws(ClaimsProviderFault) -> Wish {
    let action = try ExtensionAnswer.action(
      of: "microsoft.graph.\(dataName)ResponseData", status: status, contentType: contentType, body: body)
    let name = ExtensionAnswer.typeName(of: action) ?? ""
    let word = name.utf8.lastIndex(of: 0x2E).map { ASCII.lowercased(String(name[name.utf8.index(after: $0)...])) } ?? ""
    switch (self, word) {
    case (_, "continuewithdefaultbehavior"): return .nothing
    case (.attributeCollectionStart, "setprefillvalues"): return .values(Self.values(action["inputs"], flow, tenant))
    case (.attributeCollectionSubmit, "modifyattributevalues"):
      return .values(Self.values(action["attributes"], flow, tenant))
    case (.attributeCollectionSubmit, "showvalidationerror"):
      return .refuse(
        message: action["message"]?.string ?? "", attributes: Self.values(action["attributeErrors"], flow, tenant))
    case (.attributeCollectionStart, "showblockpage"), (.attributeCollectionSubmit, "showblockpage"):
      return .block(title: action["title"]?.string ?? "", message: action["message"]?.string ?? "")
    default: throw ClaimsProviderFault(.invalidActionType, "'\(name)' is not an action of \(rawValue)")
    }
  }

  private static func values(_ value: JSONValue?, _ flow: UserFlow, _ tenant: Tenant) -> [String: String] {
    var values: [String: String] = [:]
    for member in value?.object?.members ?? [] {
      guard let attribute = flow.attribute(named: member.name, in: tenant) else { continue }
      values[attribute.name] = AttributeText.text(of: member.value["value"] ?? member.value)
    }
    return values
  }
}

/// Values of attributes, which JSON has in three forms, as the texts that forms of pages have.
package enum AttributeText {
  /// Nil for a value of no such form.
  package static func text(of value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    default: nil
    }
  }
}
