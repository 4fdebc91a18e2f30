import Bytes
import Compression
import HTTPWire
import Policy
import Worlds
import XML

/// A message as it came through a browser, decoded and not yet understood (SAML 2.0 bindings).
struct SAMLMessage: Sendable {
  typealias Binding = Exchange.MessageBinding

  let binding: Binding
  let document: XMLDocument
  var root: XMLElement { document.root }
  /// The text of the message, for the journal.
  let text: String
  let relayState: String?

  /// A redirected message with the blanks of its address may be this long.
  static let maximumQueryBytes = 8_192
  private static let maximumBytes = 128 * 1_024

  /// The binding of stored fields.
  static func binding(of fields: FormFields) -> Binding {
    fields[bindingName].flatMap(Binding.init(rawValue:)) ?? .redirect
  }

  /// The name of the parameter with the binding, which no request has: stored sign-ins keep it.
  static let bindingName = "mockidp.binding"

  /// The parameters of a request, and which binding brought them.
  ///
  /// - Throws: the refusals of a request that is too long, that has a parameter twice, and that cannot be read.
  static func fields(of call: Call) throws(Refusal) -> (fields: FormFields, binding: Binding) {
    let request = call.request
    if (request.query?.utf8.count ?? 0) > maximumQueryBytes { throw Refusal(.queryTooLong) }
    guard var fields = call.query else { throw Refusal(.malformedRequest) }
    var binding = Binding.redirect
    if request.method == "POST" {
      binding = .post
      guard request.body.count <= maximumBytes, let text = String(validating: request.body, as: UTF8.self),
        let form = FormFields(parsing: text)
      else { throw Refusal(.samlMessageInvalid) }
      for field in form.fields { fields.append(field.name, field.value) }
    }
    if let name = fields.firstDuplicate { throw .duplicateParameter(name) }
    fields.set(bindingName, binding.rawValue)
    return (fields, binding)
  }

  /// - Throws: AADSTS750054, AADSTS75001, AADSTS75005, AADSTS750055 and AADSTS7500525.
  init(_ fields: FormFields) throws(Refusal) {
    binding = Self.binding(of: fields)
    relayState = fields["RelayState"]
    let isRedirect = binding == .redirect
    guard let encoded = fields.nonEmpty("SAMLRequest") ?? fields.nonEmpty("SAMLResponse") else {
      throw Refusal(isRedirect ? .samlRequestMissing : .samlMessageInvalid)
    }
    if isRedirect, let encoding = fields.nonEmpty("SAMLEncoding"),
      encoding != "urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE"
    {
      throw Refusal(.samlEncodingUnknown)
    }
    guard let bytes = Self.decode(encoded) else { throw Refusal(.samlMessageInvalid) }
    let plain: [UInt8]
    if isRedirect {
      do { plain = try Deflate.unpack(bytes, maximum: Self.maximumBytes) } catch { throw Refusal(.samlNotDeflated) }
    } else {
      plain = bytes
    }
    do throws(XMLError) {
      document = try XMLDocument(reading: plain)
    } catch { throw .samlXML(error.place) }
    text = String(decoding: plain, as: UTF8.self)
  }

  /// Standard Base64. White space does not count; a plus sign that came as a blank is meant (many providers do not encode it).
  private static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x20: bytes.append(0x2B)
      case 0x09, 0x0A, 0x0D: continue
      case 0x2D, 0x5F: return nil
      default: bytes.append(byte)
      }
    }
    return Base64.decode(String(decoding: bytes, as: UTF8.self))
  }
}

extension Refusal {
  /// The message is not XML, or not that of a request, at that place.
  static func samlXML(_ place: XMLPlace?) -> Refusal {
    Refusal(.samlXMLError, [.line: "\(place?.line ?? 1)", .position: "\(place?.position ?? 1)"])
  }
}
