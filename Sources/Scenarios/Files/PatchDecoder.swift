package import Directory
package import YAML

/// Reads single entries of a scenario's `world`, which the control API takes for a world that is running. `file` is the name that
/// errors begin with.
package enum PatchDecoder {
  /// The entry of one name under `users`, `groups`, `apps` or `tenants`. `directory` is what the entry changes, and has
  /// the objects that it may name. `removed` is refused: the API has DELETE for that. `isResource` is for the entries of `resources`.
  package static func entry<Subject: WordedEntry>(
    _ name: String, from node: YAMLNode, file: String, in directory: DirectoryState, isResource: Bool = false
  ) throws(ScenarioError) -> Entry<Subject> {
    let key = YAMLNode(.scalar(name, isQuoted: true), mark: node.mark)
    return try Entry(
      FileValue(node: key, key: name, file: file), FileValue(node: node, key: name, file: file), in: directory,
      mayRemove: false, isResource: isResource)
  }

  /// One entry of `policies`.
  package static func policy(
    from node: YAMLNode, file: String, in directory: DirectoryState
  ) throws(ScenarioError) -> AccessPolicy {
    try AccessPolicy(FileValue(node: node, key: "policies", file: file), in: directory)
  }
}
