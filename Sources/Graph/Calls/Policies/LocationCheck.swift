import Bytes
import JSON

/// What a named location may say (Microsoft: "ipNamedLocation resource type", "countryNamedLocation resource type").
enum LocationCheck {
  /// Refuses the first member that is wrong, before anything is changed. A new location says where it is.
  static func run(_ body: JSONObject, type: String, isNew: Bool) throws(GraphError) {
    func check(_ name: String, isRequired: Bool = false, _ isValid: (JSONValue) -> Bool) throws(GraphError) {
      guard let value = body[name] else {
        if isNew, isRequired { throw .valueRequired(name, of: "NamedLocation") }
        return
      }
      guard isValid(value) else { throw .invalidValue(name, of: "NamedLocation") }
    }
    try check("displayName", isRequired: true) { $0.string?.isEmpty == false }
    if type == "#microsoft.graph.ipNamedLocation" {
      try check("ipRanges", isRequired: true) { ranges in
        guard let ranges = ranges.array, !ranges.isEmpty else { return false }
        return ranges.allSatisfy { $0["cidrAddress"]?.string.map(isRange) ?? false }
      }
      try check("isTrusted") { $0.bool != nil || $0 == .null }
    } else {
      try check("countriesAndRegions", isRequired: true) { countries in
        guard let countries = countries.strings, !countries.isEmpty else { return false }
        return countries.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x41...0x5A).contains($0) } }
      }
      try check("includeUnknownCountriesAndRegions") { $0.bool != nil || $0 == .null }
      try check("countryLookupMethod") { ["clientIpAddress", "authenticatorAppGps"].contains($0) || $0 == .null }
    }
  }

  /// `203.0.113.0/24` or `2001:db8::/32`.
  private static func isRange(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let address = IPAddress(parts[0]), let length = Int(parts[1]) else { return false }
    return (0...address.bytes.count * 8).contains(length)
  }
}
