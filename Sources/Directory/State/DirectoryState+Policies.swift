extension DirectoryState {
  /// The policies that name this app as a resource or as a workload.
  func policies(naming application: Application.ID) -> [AccessPolicy] {
    policyReferences.objects(naming: application).compactMap { policies[$0] }
  }
}
