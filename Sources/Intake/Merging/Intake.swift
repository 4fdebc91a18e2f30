import Bytes
import LooseFormats

/// Reads the files of a repository for app registrations, and makes one draft of a world from all that they say. The caller reads
/// the files; nothing is run, and no file is opened here.
package struct Intake: Sendable {
  /// Enough for an export of a large tenant.
  package static let maximumFileBytes = 16 << 20
  /// A longer source or settings file was made by a program.
  private static let maximumSettingsBytes = 512 << 10

  private let projects: Set<String>
  private var found = Found()
  private var readFiles = 0

  /// `paths`: all files that will be read, relative to what the user named. The folders of projects follow from them.
  package init(paths: [String]) { projects = ProjectFolders.folders(of: paths) }

  /// Whether a file of this name can have anything to say.
  package static func isWanted(_ path: String) -> Bool { WantedFiles.isWanted(PathName.last(of: path)) }

  /// Whether a folder of this name is left out: other people's code, and what builds make.
  package static func isLeftOut(folder: String) -> Bool { WantedFiles.isLeftOut(folder: folder) }

  /// Takes in one file. A file that is not a text, or of no known form, adds nothing.
  package mutating func read(_ path: String, _ bytes: [UInt8]) {
    guard bytes.count <= Self.maximumFileBytes, let text = SourceText(bytes) else { return }
    let document = Document(path: path, text: text, project: ProjectFolders.folder(of: path, among: projects))
    guard bytes.count <= Self.maximumSettingsBytes || document.json != nil else { return }
    readFiles += 1
    let hints = found.hints.all.count
    for form in Form.all where form.read(document, &found) {
      found.sources.append((path, form.name))
      return
    }
    // Sources speak of it wherever they use a library.
    let isSettings = document.hasExtension(
      "json jsonc yml yaml env properties cfg ini conf toml plist config xml tf bicep")
    if document.speaksOfEntra, isSettings, found.hints.all.count == hints, found.near.last?.place.file != path {
      found.unread.append(path)
    }
  }

  /// All that was read, as one draft.
  /// `name`: the name of the scenario.
  package func draft(named name: String) -> Draft {
    let cleaned = TakenAliases.cleaned(name)
    var found = found
    Templates.read(found.templates, into: &found)
    var draft = Merger(found, name: cleaned.isEmpty ? "world" : cleaned).draft()
    draft.sources = found.sources.map { SourceFile(path: $0.file, form: $0.form) }
    draft.fileCount = readFiles
    draft.hints = found.hints.all
    let taken = Set(draft.apps.flatMap { $0.candidates.flatMap(\.findings) }.map(\.place.file))
    draft.unread = found.unread.filter { !taken.contains($0) }
    return draft
  }
}

/// The names of files and folders that are read, and that are not.
enum WantedFiles {
  private static let folders = """
     .git node_modules bower_components vendor dist build out target bin obj .build .gradle .idea .vs .vscode __pycache__ venv .venv \
    .next .nuxt .terraform Pods DerivedData coverage site-packages .tox .mypy_cache .svn .hg .cache jspm_packages Carthage .angular \
    packages-microsoft
    """

  static func isLeftOut(folder: String) -> Bool {
    folders.hasWord(folder) || folder.hasSuffix(".xcassets")
      || ["test", "tests", "__tests__", "spec", "e2e"].contains(folder)
      || ["Tests", "Test", "-tests"].contains { folder.hasSuffix($0) }
  }

  private static let extensions = """
     json jsonc json5 tfstate yml yaml properties cfg ini conf toml plist config js ts jsx tsx mjs cjs mts vue svelte cshtml py swift kt java cs go m dart php rb \
    env csproj vbproj fsproj pbxproj xml gradle kts mod txt html tf tfvars bicep bicepparam csproj
    """

  static func isWanted(_ name: String) -> Bool {
    let small = PathName.withoutExample(ASCII.lowercased(name))
    if small.hasPrefix(".env") || small.hasPrefix("env.") || small == "podfile" || small.firstPlace(of: ".env.") != nil
    {
      return true
    }
    if small == "package-lock.json" || small == "project.assets.json" || small.hasSuffix(".deps.json")
      || small.hasSuffix("cache.json")
    {
      return false
    }
    if small.hasSuffix(".min.js") || small.hasSuffix(".d.ts") { return false }
    if small.firstPlace(of: ".json.") != nil || small.firstPlace(of: ".config.") != nil { return true }
    guard let dot = small.utf8.lastIndex(of: 0x2E) else { return false }
    return extensions.hasWord(String(small[small.index(after: dot)...]))
  }
}
