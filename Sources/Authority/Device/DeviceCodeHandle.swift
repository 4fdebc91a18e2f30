import Bytes
import Crypto
import Time

/// The text of a device code, which the device keeps and polls with.
///
/// Its last 16 bytes are the correlation id of the device's request. The service answers every poll, and the redemption, under that id and not
/// under the poll's own (observed in 2025: Azure/kubelogin, azure-sdk-assets). So a poll has it whichever server answers.
enum DeviceCodeHandle {
  private static let byteCount = 120

  static func make(correlation: GUID, _ entropy: any Entropy) -> String {
    Base64.encodeURL(entropy.bytes(byteCount - 16) + correlation.bytes)
  }

  /// The correlation id of the device's request. Nil for a text that cannot be a device code.
  static func correlation(of handle: String) -> GUID? {
    guard let bytes = Base64.decode(handle), bytes.count == byteCount else { return nil }
    return GUID(bytes: Array(bytes.suffix(16)))
  }
}
