import Directory
import HTTPWire
import Time
import Worlds

/// Other servers that nothing is fetched from, and a provisioning that writes nothing: apps may have jobs.
struct IdleService: DocumentSource, Provisioner {
  var provisioner: (any Provisioner)? { self }

  func perform<Value: Sendable>(
    _ name: String, trace: TraceContext?,
    _ work: @escaping @Sendable (any DocumentReader) throws(DocumentFault) -> Value,
    _ done: @escaping @Sendable (Result<Value, DocumentFault>) -> Void
  ) { done(.failure(DocumentFault("nothing is fetched in this test"))) }

  func carryOut(
    _ order: ProvisioningOrder, for app: Application.ID, in world: World
  ) throws(ProvisioningMistake) -> ProvisioningReport { throw .credentialsMissing }

  func runDue(in world: World, upTo moment: UnixTime) {}

  func change(
    _ app: Application.ID, in world: World, _ body: @escaping @Sendable (inout ProvisioningJob) -> Void
  ) { world.provisioning.update(app, at: world.now) { body(&$0) } }

  func fault(of settings: ProvisioningSettings, for app: Application.ID, in world: World) -> ProvisioningFault? { nil }

  func nextCycle(of app: Application, in world: World) -> UnixTime? { nil }

  func standing(of app: Application, in world: World) -> ProvisioningStanding {
    ProvisioningStanding(.notConfigured, state: "Disabled")
  }
}
