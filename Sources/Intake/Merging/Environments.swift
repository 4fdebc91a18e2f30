import Bytes
import LooseFormats

/// One program in several environments has a registration in each: `.env.dev` and `.env.prod`, `appsettings.Staging.json`. The scenario
/// has the one that people develop with.
enum Environments {
  private static let local = " local localhost dev development develop "
  private static let others =
    " test tst testing e2e int integration qa uat sit acc acceptance staging stage stg preprod preview demo sandbox prod prd production live ci "

  /// The file's name without the word for the environment, and that word. Nil for a name without one.
  private static func parts(_ file: String) -> (family: String, word: String)? {
    let folder = PathName.folder(of: file)
    let name = ASCII.lowercased(PathName.withoutExample(PathName.last(of: file)))
    let words = name.utf8.span.words { [0x2E, 0x2D, 0x5F].contains($0) }
    // `staging/config_map.yml` beside `production/config_map.yml`.
    let above = ASCII.lowercased(PathName.last(of: folder))
    if local.hasWord(above) || others.hasWord(above) { return ("\(PathName.folder(of: folder))/*/\(name)", above) }
    guard words.count > 1, !words[0].isEmpty else { return nil }
    // `.env.c2`: what stands behind names the environment, whatever it is.
    if words[0] == "env", name.hasPrefix(".env."), words.count == 2 { return ("\(folder)/.env", words[1]) }
    // Settings without such a word are those that the others stand in for.
    let word = words.dropFirst().first { local.hasWord($0) || others.hasWord($0) } ?? ""
    guard !word.isEmpty || ["environment", "appsettings"].contains(words[0]) else { return nil }
    return ("\(folder)/" + words.filter { $0 != word }.joined(separator: "."), word)
  }

  private static func rank(_ word: String) -> Int { local.hasWord(word) ? 0 : others.hasWord(word) ? 2 : 1 }

  /// Takes out the candidates of all other environments.
  static func choose(_ candidates: [Candidate], _ remarks: inout [Remark]) -> [Candidate] {
    struct Key: Hashable {
      var family: String
      var name: String
      var section: String
      var key: String
    }
    var groups: [Key: [(id: String, rank: Int)]] = [:]
    for candidate in candidates {
      guard let id = candidate[.clientId], GUID(id.value) != nil, !Placeholder.fits(id.value), !candidate.isExport,
        let (family, word) = parts(candidate.file)
      else { continue }
      let key = Key(family: family, name: candidate.name, section: candidate.section, key: id.key)
      groups[key, default: []].append((ASCII.lowercased(id.value), rank(word)))
    }
    let kept = groups.values.compactMap { group in group.min { $0.rank < $1.rank }?.id }
    let dropped = Set(groups.values.flatMap { $0.map(\.id) }).subtracting(kept)
    guard !dropped.isEmpty else { return candidates }
    return candidates.filter { candidate in
      guard let id = candidate[.clientId], dropped.contains(ASCII.lowercased(id.value)), !candidate.isExport else {
        return true
      }
      remarks.add(
        .leftAlone, "\(id.value) is the same program's in another environment; run 'mockidp init' on this file for it",
        at: id.place)
      return false
    }
  }
}
