package import Directory
package import YAML

/// Reads single entries of a scenario's `world`, as the control API takes them for a world that runs. `file` is what errors
/// begin with.
package enum PatchDecoder {
  /// What stands under one name in `users`, `groups`, `apps` or `tenants`.
  package static func entry<Subject: WordedEntry>(
    _ name: String, from node: YAMLNode, file: String, in directory: DirectoryState
  ) throws(ScenarioError) -> Entry<Subject> {
    let key = YAMLNode(.scalar(name, isQuoted: true), mark: node.mark)
    return try Entry(
      FileValue(node: key, key: name, file: file), FileValue(node: node, key: name, file: file), in: directory,
      mayRemove: false)
  }

  /// One of `policies`.
  package static func policy(
    from node: YAMLNode, file: String, in directory: DirectoryState
  ) throws(ScenarioError) -> AccessPolicy {
    try AccessPolicy(FileValue(node: node, key: "policies", file: file), in: directory)
  }
}
