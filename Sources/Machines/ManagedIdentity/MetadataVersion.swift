import Bytes

/// The versions of the instance metadata service (Microsoft: "Azure Instance Metadata Service", supported API versions). They are
/// dates, so they can be compared as text.
enum MetadataVersion {
  /// As `/metadata/versions` lists them; it began so in 2026 (observed).
  static let all =
    [
      "2017-03-01", "2017-04-02", "2017-08-01", "2017-10-01", "2017-12-01", "2018-02-01", "2018-04-02", "2018-10-01",
      "2019-02-01", "2019-03-11", "2019-04-30", "2019-06-01", "2019-06-04", "2019-08-01", "2019-08-15", "2019-11-01",
      "2020-06-01", "2020-07-15", "2020-09-01", "2020-10-01", "2020-12-01", "2021-01-01", "2021-02-01", "2021-03-01",
      "2021-05-01", "2021-10-01", "2021-11-01", "2021-11-15", "2021-12-13", "2023-07-01", "2023-11-15",
    ] + newest.reversed()

  /// The three newest, which the refusal of another one names (observed in 2025).
  static let newest = ["2025-04-07", "2024-07-17", "2024-03-15"]

  /// What the service says to a version that it does not have, and to none at all (observed in 2025).
  static let refusal =
    "Bad request. api-version is invalid or was not specified in the request. For more information refer to aka.ms/azureimds"

  /// Whether a request may ask for the version: every date between the first and the newest one. The service's own list leaves some out
  /// that it takes, such as 2021-08-01, which cloud-init asks for.
  static func isServed(_ version: String, since first: String) -> Bool {
    let bytes = Array(version.utf8)
    guard bytes.count == 10,
      bytes.indices.allSatisfy({ [4, 7].contains($0) ? bytes[$0] == 0x2D : ASCII.isDigit(bytes[$0]) })
    else { return false }
    return version >= first && version <= newest[0]
  }
}
