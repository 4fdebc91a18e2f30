/// Provisioning: templates, jobs, secrets and the log.
extension GraphRoute {
  private static let jobs = "/servicePrincipals/{principal}/synchronization/jobs"
  private static let secrets = "/servicePrincipals/{principal}/synchronization/secrets"

  static let synchronization: [GraphRoute] =
    ["/servicePrincipals/{principal}", "/applications/{application}"].flatMap(templates) + [
      GraphRoute("GET", jobs, .readSynchronization, SynchronizationCalls.listJobs),
      GraphRoute("POST", jobs, .changeSynchronization, SynchronizationCalls.createJob),
      GraphRoute("POST", jobs + "/validateCredentials", .changeSynchronization, SynchronizationCalls.validate),
      GraphRoute("GET", jobs + "/{job}", .readSynchronization, SynchronizationCalls.readJob),
      GraphRoute("PATCH", jobs + "/{job}", .changeSynchronization, SynchronizationCalls.updateJob),
      GraphRoute("DELETE", jobs + "/{job}", .changeSynchronization, SynchronizationCalls.deleteJob),
      GraphRoute("POST", jobs + "/{job}/start", .changeSynchronization, SynchronizationCalls.start),
      GraphRoute("POST", jobs + "/{job}/pause", .changeSynchronization, SynchronizationCalls.pause),
      GraphRoute("POST", jobs + "/{job}/restart", .changeSynchronization, SynchronizationCalls.restart),
      GraphRoute(
        "POST", jobs + "/{job}/validateCredentials", .changeSynchronization, SynchronizationCalls.validate),
      GraphRoute("POST", jobs + "/{job}/provisionOnDemand", .changeSynchronization, ProvisionOnDemandCall.answer),
      GraphRoute("GET", jobs + "/{job}/schema", .readSynchronization, SynchronizationCalls.schema),
      GraphRoute(notServed: "PUT", jobs + "/{job}/schema"),
      GraphRoute(notServed: "PATCH", jobs + "/{job}/schema"),
      GraphRoute(notServed: "POST", jobs + "/{job}/schema/directories/{directory}/discover"),
      GraphRoute(notServed: "POST", jobs + "/{job}/schema/parseExpression"),
      GraphRoute(notServed: "GET", jobs + "/{job}/schema/filterOperators"),
      GraphRoute(notServed: "GET", jobs + "/{job}/schema/functions"),
      GraphRoute("GET", secrets, .readSynchronization, SynchronizationSecretCalls.list),
      GraphRoute("PUT", secrets, .changeSynchronization, SynchronizationSecretCalls.replace),
      GraphRoute("GET", "/auditLogs/provisioning", .readProvisioningLog, ProvisioningLogCalls.list),
    ]

  private static func templates(_ app: String) -> [GraphRoute] {
    let path = app + "/synchronization/templates"
    return [
      GraphRoute("GET", path, .readSynchronization, SynchronizationCalls.templates),
      GraphRoute("GET", path + "/{template}", .readSynchronization, SynchronizationCalls.template),
      GraphRoute("GET", path + "/{template}/schema", .readSynchronization, SynchronizationCalls.templateSchema),
    ]
  }
}
