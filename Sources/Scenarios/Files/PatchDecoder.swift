package import Directory
package import YAML

/// Reads single entries of a scenario's `world`, as the control API takes them for a world that runs. `file` is what errors
/// begin with.
package enum PatchDecoder {
  /// What stands under one name in `users`.
  package static func user(
    _ name: String, from node: YAMLNode, file: String, in directory: DirectoryState
  ) throws(ScenarioError) -> WorldPatch {
    let (key, value) = entry(name, node, file)
    var patch = WorldPatch()
    patch.users = [try WorldPatch.UserPatch.named(key, value, in: directory)]
    return patch
  }

  /// What stands under one name in `groups`.
  package static func group(
    _ name: String, from node: YAMLNode, file: String, in directory: DirectoryState
  ) throws(ScenarioError) -> WorldPatch {
    let (key, value) = entry(name, node, file)
    var patch = WorldPatch()
    patch.groups = [try WorldPatch.GroupPatch.named(key, value, in: directory)]
    return patch
  }

  /// What stands under one name in `apps`.
  package static func application(
    _ name: String, from node: YAMLNode, file: String, in directory: DirectoryState
  ) throws(ScenarioError) -> WorldPatch {
    let (key, value) = entry(name, node, file)
    var patch = WorldPatch()
    patch.applications = [try WorldPatch.ApplicationPatch.named(key, value, in: directory)]
    return patch
  }

  /// One of `policies`.
  package static func policy(
    from node: YAMLNode, file: String, in directory: DirectoryState
  ) throws(ScenarioError) -> AccessPolicy {
    try AccessPolicy(FileValue(node: node, key: "policies", file: file), in: directory)
  }

  private static func entry(_ name: String, _ node: YAMLNode, _ file: String) -> (FileValue, FileValue) {
    let key = YAMLNode(.scalar(name, isQuoted: true), mark: node.mark)
    return (FileValue(node: key, key: name, file: file), FileValue(node: node, key: name, file: file))
  }
}
