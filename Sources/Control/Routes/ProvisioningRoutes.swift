import Directory
import Scenarios
import Worlds

/// The calls under `/apps/{app}/provisioning`: they run cycles, show what was sent, and start, pause and restart the job.
enum ProvisioningRoutes {
  private static let name = ControlRoute.Parameter.path("app", "an app's alias or client id")
  private static let path = "/apps/{app}/provisioning"
  private static let conflict = ControlRoute.Answer.conflict(
    "The app has no 'provisioning', or it is not possible as things are.")

  static let group = RouteGroup(
    name: "Provisioning", summary: "Users and groups that are written into apps by SCIM.",
    routes: [
      ControlRoute(
        .get, path, "showProvisioning", "How the provisioning of an app stands.", parameters: [name],
        answers: [.ok(ProvisioningShapes.status, "The job."), conflict], ProvisioningHandlers.show),
      ControlRoute(
        .post, path + "/run", "runProvisioning",
        "Runs a cycle, or writes one user or group on demand, and answers when it has ended.", parameters: [name],
        body: .json(
          .object([
            .init("kind", .choice(["cycle", "initial"]), "what has changed, or everything again; a cycle without it"),
            .init("user", .word, "one user on demand; beside a group, a member that is sent with it"),
            .init("group", .word, "one group on demand"),
            .init("dryRun", .flag, "true: say what would be sent, and write nothing"),
          ])), answers: [.ok(ProvisioningShapes.report, "What it came to."), conflict], ProvisioningHandlers.run),
      ControlRoute(
        .post, path + "/start", "startProvisioning", "Lets the job go on after a pause.", parameters: [name],
        answers: [.ok(ProvisioningShapes.status, "The job."), conflict], ProvisioningHandlers.start),
      ControlRoute(
        .post, path + "/pause", "pauseProvisioning", "Stops the job after the cycle that is under way.",
        parameters: [name],
        answers: [.ok(ProvisioningShapes.status, "The job."), conflict], ProvisioningHandlers.pause),
      ControlRoute(
        .post, path + "/restart", "restartProvisioning", "Forgets what a restart forgets, and lets the job go on.",
        parameters: [name],
        body: .json(
          .object([
            .init(
              "scopes", .list(.words(ProvisioningJob.RestartScope.self)),
              "what is forgotten, in Graph's words; watermark, escrows and quarantine without it")
          ])), answers: [.ok(ProvisioningShapes.status, "The job."), conflict], ProvisioningHandlers.restart),
      ControlRoute(
        .get, path + "/log", "listProvisioningLog", "What was decided of users and groups, the newest first.",
        parameters: [name, .query("user", "a user, by alias, sign-in name or object id"), .limit],
        answers: [.ok(ProvisioningShapes.log, "The entries."), conflict], ProvisioningHandlers.log),
      ControlRoute(
        .get, path + "/requests", "listProvisioningRequests", "The requests that were sent, the newest first.",
        parameters: [name, .limit], answers: [.ok(ProvisioningShapes.requests, "The requests."), conflict],
        ProvisioningHandlers.requests),
    ])
}
