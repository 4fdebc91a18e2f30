import Policy
import Records
import TestSupport
import YAML

/// The text of `docs/fidelity.md`: `Tests/Fidelity/page.txt`, with the tables of that folder and those of records and refusals in the
/// places that it names.
struct FidelityPage {
  let folder: String
  let records: [Record]
  private let tables: [String: FidelityTable]

  init(in folder: String, records: [Record]) throws {
    self.folder = folder
    self.records = records
    var tables: [String: FidelityTable] = [:]
    for name in TestFiles.list(folder) where name.hasSuffix(".yaml") {
      tables[String(name.dropLast(5))] = try FidelityTable(at: folder + "/" + name)
    }
    self.tables = tables
  }

  var text: String {
    get throws {
      guard let bytes = TestFiles.read(folder + "/page.txt") else { throw TestFault("no page.txt") }
      var text = ""
      var rest = String(decoding: bytes, as: UTF8.self)[...]
      while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
        text += rest[..<open.lowerBound]
        text += try part(String(rest[open.upperBound..<close.lowerBound]))
        rest = rest[close.upperBound...]
      }
      return text + rest
    }
  }

  private func part(_ name: String) throws -> String {
    switch name {
    case "share": return share
    case "played": return played
    case "differing": return differing
    case "catalogue": return catalogue
    case "claims": return Self.sights(Witness.ofClaims, "claim")
    case "headerFields": return Self.sights(Witness.ofHeaderFields, "header field")
    case "graphErrors": return Self.sights(Witness.ofGraphErrors, "code of Graph")
    case "observed": return observed
    default:
      guard let table = tables[name] else { throw TestFault("no table '\(name)' in \(folder)") }
      return table.text
    }
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    FidelityTable(head: head, rows: rows, known: []).text
  }

  // MARK: - How much is known how

  private var share: String {
    let statements = tables.values.flatMap(\.known)
    let refusals = Catalogue.all.map(\.witness.known)
    let all = records.count + statements.count + refusals.count
    let rows = Knowledge.allCases.map { known in
      let counts = [records.map(\.known), refusals, statements].map { list in list.filter { $0 == known }.count }
      let sum = counts.reduce(0, +)
      return ["**\(known.rawValue)**"] + counts.map(String.init) + ["\((sum * 100 + all / 2) / all) %"]
    }
    return Self.table(["how it is known", "records", "refusals", "statements", "share"], rows)
  }

  // MARK: - Records

  private var areas: [(name: String, records: [Record])] {
    var areas: [String: [Record]] = [:]
    for record in records { areas[String(record.name.prefix { $0 != "/" }), default: []].append(record) }
    return areas.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private var played: String {
    func row(_ name: String, _ records: [Record]) -> [String] {
      let met = records.filter { $0.standing == .met }.count
      let meant = records.filter { if case .differs = $0.standing { true } else { false } }.count
      return [name] + [records.count, met, records.count - met - meant, meant].map(String.init)
    }
    return Self.table(
      ["records", "all", "answered so", "open", "other on purpose"],
      areas.map { row($0.name, $0.records) } + [row("together", records)])
  }

  private var differing: String {
    let rows = records.compactMap { record -> [String]? in
      if case .differs(let reason) = record.standing {
        [Self.cell(record.title), record.date, Self.cell(reason)]
      } else {
        nil
      }
    }
    return Self.table(["record", "date", "why"], rows)
  }

  private var observed: String {
    areas.map { area in
      let rows = area.records.map { record in
        let mark =
          switch record.standing {
          case .met: ""
          case .open: "open"
          case .differs: "differs"
          }
        return [
          Self.cell(record.title), "\(record.known.rawValue) \(record.date)",
          "[`\(record.name)`](../Tests/Records/\(record.name).yaml)", mark,
        ]
      }
      return "### Records of \(area.name)\n\n" + Self.table(["record", "known", "file", ""], rows)
    }.joined(separator: "\n\n")
  }

  private static func sights(_ witnesses: [String: Witness], _ head: String) -> String {
    let rows = witnesses.sorted { $0.key < $1.key }.map { name, witness in
      let file = witness.record.map { "[`\($0)`](../Tests/Records/\($0).yaml)" } ?? ""
      return ["`\(name)`", witness.short, file]
    }
    return table([head, "known", "record"], rows)
  }

  /// A text that cannot end its cell and has no markup of its own.
  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("*", with: "\\*").replacing("`", with: "")
  }

  // MARK: - The catalogue

  private var catalogue: String {
    let rows = Knowledge.allCases.map { known in
      let kinds = Catalogue.all.filter { $0.witness.known == known }
      // Those with a record are too many to be named here, and the page of errors names them.
      let named = known == .observed ? "each names its record in [the catalogue](errors.md)" : Self.labels(kinds)
      return ["**\(known.rawValue)**", "\(kinds.count)", named]
    }
    return Self.table(["record of a refusal", "rows", "which"], rows)
  }

  private static func labels(_ kinds: [RefusalKind]) -> String {
    let entra = kinds.filter { $0.family == .entra }.map(\.code).sorted()
    let b2c = kinds.filter { $0.family == .b2c }.map(\.code).sorted()
    let parts = [("AADSTS", entra), ("AADB2C", b2c)].filter { !$0.1.isEmpty }
    return parts.map { $0.0 + $0.1.map(String.init).joined(separator: ", ") }.joined(separator: "; ")
  }
}
