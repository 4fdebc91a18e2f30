/// A reader of foreign bytes, and what must hold for it whatever the bytes are. libFuzzer drives it in `make fuzz`, and the
/// tests with what the corpus holds and changes of it.
struct FuzzTarget: Sendable, CustomStringConvertible {
  /// Names its folder in `Corpus` and its file in `Dictionaries`.
  let name: String
  /// What the input stands for, for people.
  let summary: String
  /// Longer inputs only take longer.
  let maximumBytes: Int
  /// Throws `FuzzFinding` for what does not hold. A trap is a finding too.
  let check: @Sendable ([UInt8]) throws -> Void

  var description: String { name }

  static let all: [FuzzTarget] = [
    request, response, form, cookies, json, claims, token, assertion, redirect, scenario, control, words, service,
    lists, gzip, intake, archive, relay, trace, mail, xml,
  ]

  static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
