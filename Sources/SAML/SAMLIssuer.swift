import Bytes
package import HTTPWire
import Worlds
import XML

/// Who sent a message of SAML, read before anything else is known about the request.
package enum SAMLIssuer {
  /// The entity id in the `Issuer` of `SAMLRequest` or `SAMLResponse`, in the query or the form of a request for `/{tenant}/saml2`. Nil for
  /// every other request, and for a message that cannot be read: the endpoint says what is wrong with it.
  package static func name(in request: HTTPRequest) -> String? {
    let segments = request.path.utf8.split(separator: 0x2F)
    guard segments.count > 1, ASCII.equalIgnoringCase(String(Substring(segments[1])), "saml2") else { return nil }
    let isForm = request.method == "POST"
    let text = isForm ? String(validating: request.body, as: UTF8.self) : request.query
    guard var fields = text.flatMap({ FormFields(parsing: $0) }) else { return nil }
    fields.append(SAMLMessage.bindingName, (isForm ? SAMLMessage.Binding.post : .redirect).rawValue)
    let issuer = try? SAMLMessage(fields).root.first("Issuer", in: SAMLName.assertion)
    return issuer.map { ASCII.trimmed($0.text) }
  }
}
