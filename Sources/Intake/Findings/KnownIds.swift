import Bytes
import CFiles
import LooseFormats

/// Ids of Microsoft's own that stand in programs of other people.
enum KnownIds {
  /// The lines of `data/microsoft-apps.tsv`.
  private static let apps = Set(
    String(
      decoding: UnsafeBufferPointer(start: mockidp_microsoft_apps(), count: mockidp_microsoft_apps_size()),
      as: UTF8.self
    ).parts(0x0A))

  /// Whether this app exists in every tenant, so that nobody registers it.
  static func isApp(_ id: GUID) -> Bool { apps.contains(id.description) }

  private static let tenants =
    "72f988bf-86f1-41af-91ab-2d7cd011db47 9188040d-6c67-4c5b-b112-36a304b66dad f8cdef31-a31e-4b4a-93e4-5f571e91255a"

  /// Whether this tenant is Microsoft's: the one of its employees, of personal accounts, or of its services.
  static func isTenant(_ id: GUID) -> Bool { tenants.hasWord(id.description) }
}
