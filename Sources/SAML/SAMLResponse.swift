import Bytes
import Directory
import Policy
import Time
import XML

/// What one Response says. It is a value, and writes a tree.
struct SAMLResponse: Sendable {
  var responseID: String
  var assertionID: String
  var issuer: String
  var issuedAt: UnixTime
  /// Where it goes, as the request spells it.
  var destination: String
  /// Nil for a sign-in that began at the identity provider.
  var inResponseTo: String?
  var nameID: SAMLNameID
  /// Copied from the request.
  var nameQualifier: String?
  var audience: String
  var lifetime: Duration
  var attributes: [SAMLSubject.Attribute]
  var authenticatedAt: UnixTime
  var contextClass: String

  /// A time before the issue from which an assertion counts (observed in Responses of 2021 to 2025).
  static let backdating = Duration.minutes(5)
  /// How long an assertion lives, and how long its confirmation does whatever the policy says.
  static let usualLifetime = Duration.minutes(60)

  /// The whole Response, without a signature. The assertion is its last child.
  func tree(assertion: XMLElement) -> XMLElement {
    Self.envelope(
      "Response", id: responseID, at: issuedAt, to: destination, inResponseTo: inResponseTo, issuer: issuer,
      [.element(Self.status("Success")), .element(assertion)])
  }

  /// The assertion, without a signature.
  var assertion: XMLElement {
    .saml(
      "Assertion",
      [
        XMLAttribute("ID", assertionID), XMLAttribute("IssueInstant", issuedAt.samlText), XMLAttribute("Version", "2.0"),
        .declaring(SAMLName.assertion),
      ],
      [
        .element(.saml("Issuer", text: issuer)), .element(subject), .element(conditions), .element(statement),
        .element(authentication),
      ])
  }

  private var subject: XMLElement {
    var name = [XMLAttribute("Format", nameID.format.uri)]
    if let nameQualifier { name.append(XMLAttribute("SPNameQualifier", nameQualifier)) }
    var data: [XMLAttribute] = []
    if let inResponseTo { data.append(XMLAttribute("InResponseTo", inResponseTo)) }
    data += [
      XMLAttribute("NotOnOrAfter", (issuedAt + Self.usualLifetime).samlText), XMLAttribute("Recipient", destination),
    ]
    return .saml(
      "Subject", [],
      [
        .element(.saml("NameID", name, text: nameID.value)),
        .element(
          .saml(
            "SubjectConfirmation", [XMLAttribute("Method", SAMLName.bearer)],
            [.element(.saml("SubjectConfirmationData", data))])),
      ])
  }

  private var conditions: XMLElement {
    .saml(
      "Conditions",
      [
        XMLAttribute("NotBefore", (issuedAt - Self.backdating).samlText),
        XMLAttribute("NotOnOrAfter", (issuedAt + lifetime).samlText),
      ], [.element(.saml("AudienceRestriction", [], [.element(.saml("Audience", text: audience))]))])
  }

  private var statement: XMLElement {
    .saml(
      "AttributeStatement", [],
      attributes.map { attribute in
        var names = [XMLAttribute("Name", attribute.name)]
        if let form = attribute.form { names.append(XMLAttribute("NameFormat", form)) }
        return .element(
          .saml("Attribute", names, attribute.values.map { .element(.saml("AttributeValue", text: $0)) }))
      })
  }

  private var authentication: XMLElement {
    .saml(
      "AuthnStatement",
      [XMLAttribute("AuthnInstant", authenticatedAt.samlText), XMLAttribute("SessionIndex", assertionID)],
      [.element(.saml("AuthnContext", [], [.element(.saml("AuthnContextClassRef", text: contextClass))]))])
  }

  // MARK: What all messages have

  /// A message of the protocol, with what every one has, in the order of the service (observed).
  static func envelope(
    _ name: String, id: String, at time: UnixTime, to destination: String, inResponseTo: String?, issuer: String,
    _ children: [XMLNode]
  ) -> XMLElement {
    var attributes = [
      XMLAttribute("ID", id), XMLAttribute("Version", "2.0"), XMLAttribute("IssueInstant", time.samlText),
      XMLAttribute("Destination", destination),
    ]
    if let inResponseTo { attributes.append(XMLAttribute("InResponseTo", inResponseTo)) }
    attributes.append(.declaring("samlp", SAMLName.samlp))
    let head = XMLElement.saml("Issuer", [.declaring(SAMLName.assertion)], text: issuer)
    return .samlp(name, attributes, [.element(head)] + children)
  }

  /// A status with the second code and the text of a failure.
  static func status(_ code: String, _ second: String? = nil, message: String? = nil) -> XMLElement {
    func element(_ code: String, _ inner: [XMLNode] = []) -> XMLElement {
      .samlp("StatusCode", [XMLAttribute("Value", SAMLName.status + code)], inner)
    }
    var children: [XMLNode] = [.element(element(code, second.map { [.element(element($0))] } ?? []))]
    if let message { children.append(.element(.samlp("StatusMessage", [], [.text(message)]))) }
    return .samlp("Status", [], children)
  }
}

extension UnixTime {
  /// With three decimals, as all times of the service's messages (observed).
  var samlText: String { String(iso8601Ticks.dropLast(5)) + "Z" }
}
