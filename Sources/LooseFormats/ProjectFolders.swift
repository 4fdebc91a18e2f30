import Bytes

/// The folders that each hold one program, by the files that build tools want there.
package enum ProjectFolders {
  private static let markers = """
     package.json pom.xml build.gradle build.gradle.kts requirements.txt pyproject.toml go.mod podfile manage.py setup.py package.swift \
    pubspec.yaml composer.json angular.json
    """

  /// Those of these files.
  package static func folders(of paths: [String]) -> Set<String> {
    var folders: Set<String> = []
    for path in paths {
      let name = ASCII.lowercased(PathName.last(of: path))
      let folder = PathName.folder(of: path)
      if name == "project.pbxproj" {
        folders.insert(PathName.folder(of: folder))
      } else if name.hasSuffix("proj") || markers.hasWord(name) {
        folders.insert(folder)
      }
    }
    return folders
  }

  /// The nearest one above the file, or the file's own folder.
  package static func folder(of path: String, among folders: Set<String>) -> String {
    let own = PathName.folder(of: path)
    return PathName.nearest(to: own, among: folders) ?? own
  }
}
