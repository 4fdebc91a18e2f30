import Bytes

/// Parts of the paths that the caller gives, with `/` between folders.
package enum PathName {
  /// The name of the file or of the last folder.
  package static func last(of path: String) -> String { path.pathParts.last ?? path }

  /// The folder that the file is in; empty for one at the top.
  package static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: 0x2F).map { String(path[..<$0]) } ?? ""
  }

  /// The name without `.example` and its like at the end.
  package static func withoutExample(_ name: String) -> String {
    for ending in [".example", ".sample", ".template", ".dist", ".tmpl", ".default"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.utf8.count))
    }
    return name
  }

  /// Whether a name in small letters is that of an example.
  package static func isExample(_ small: String) -> Bool {
    ["example", "sample", "template", ".dist", ".default"].contains { small.firstPlace(of: $0) != nil }
  }

  /// Whether the folder is this one or above it.
  package static func isInside(_ path: String, of folder: String) -> Bool {
    let (bytes, count) = (path.utf8, folder.utf8.count)
    return count == 0
      || path.hasPrefix(folder)
        && (bytes.count == count || bytes[bytes.index(bytes.startIndex, offsetBy: count)] == 0x2F)
  }

  /// The path itself and all folders above it, the nearest first.
  package static func above(_ path: String) -> [String] {
    var all = [path]
    while let last = all.last, !last.isEmpty { all.append(folder(of: last)) }
    return all
  }

  /// The nearest of these folders that the path is in. Nil when it is in none of them.
  package static func nearest(to path: String, among folders: Set<String>) -> String? {
    var folder = path
    while !folder.isEmpty, !folders.contains(folder) { folder = Self.folder(of: folder) }
    return folders.contains(folder) ? folder : nil
  }

  /// How many folders two paths have in common.
  package static func shared(_ left: String, _ right: String) -> Int {
    zip(left.pathParts, right.pathParts).prefix { $0 == $1 }.count
  }

  /// The path that `relative` names from `folder`; both kinds of slashes count.
  package static func joined(_ folder: String, _ relative: String) -> String {
    var parts = folder.pathParts
    for part in relative.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }
}
