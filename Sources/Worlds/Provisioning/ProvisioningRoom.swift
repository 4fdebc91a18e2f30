package import Directory
import JSON
import Synchronization
package import Time

/// The provisioning of one world: the jobs of its apps, the newest requests that were sent, and the newest entries of the log.
package final class ProvisioningRoom: Sendable {
  private struct State {
    var jobs: [Application.ID: ProvisioningJob] = [:]
    var requests: [SentRequest] = []
    var nextRequest = 1
    /// How often everything was forgotten: what a cycle of before found is not kept.
    var era = 0
    var entries: [ProvisionedEntry] = []
    /// Whoever runs a job holds its place; others wait in order.
    var waiting: [@Sendable () -> Void] = []
    var isBusy = false
  }

  /// So many of the newest requests are kept, and so many entries of the log.
  package static let maximumRequests = 2_000
  package static let maximumEntries = 10_000

  private let state = Mutex(State())
  private let changes = Atomic<Int>(0)

  package init() {}

  /// Grows with every change of a job, so that `keepMemory` sees cheaply that there is something to write.
  var revision: Int { changes.load(ordering: .acquiring) }

  /// The job of that app; nil before somebody looked at it.
  package func job(of app: Application.ID) -> ProvisioningJob? { state.withLock { $0.jobs[app] } }

  /// Changes the job of an app, which begins at `now` when there is none.
  @discardableResult
  package func update<Result: Sendable>(
    _ app: Application.ID, at now: UnixTime, _ body: (inout ProvisioningJob) -> Result
  ) -> Result {
    state.withLock { state in
      changes.wrappingAdd(1, ordering: .releasing)
      return body(&state.jobs[app, default: ProvisioningJob(at: now)])
    }
  }

  /// How often everything was forgotten.
  package var era: Int { state.withLock { $0.era } }

  /// Puts a job in the place of what is there, unless everything was forgotten since `era`.
  package func put(_ job: ProvisioningJob, of app: Application.ID, since era: Int) {
    state.withLock { state in
      guard state.era == era else { return }
      changes.wrappingAdd(1, ordering: .releasing)
      state.jobs[app] = job
    }
  }

  /// Forgets the job of an app, with its links.
  package func forget(_ app: Application.ID) {
    state.withLock { state in
      changes.wrappingAdd(1, ordering: .releasing)
      state.jobs[app] = nil
    }
  }

  /// Forgets everything, because the world begins anew.
  func clear() {
    state.withLock { state in
      changes.wrappingAdd(1, ordering: .releasing)
      state.jobs = [:]
      state.era += 1
      state.requests = []
      state.nextRequest = 1
      state.entries = []
    }
  }

  // MARK: One at a time

  /// Takes the place of whoever runs jobs of this world. True: it is the caller's until `leave`. False: `whenFree` is called once, and the
  /// place is then the caller's.
  package func enter(_ whenFree: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.isBusy else {
        state.isBusy = true
        return true
      }
      state.waiting.append(whenFree)
      return false
    }
  }

  /// Whether somebody runs jobs of this world now.
  package var isBusy: Bool { state.withLock { $0.isBusy } }

  /// Gives the place to the next who waits.
  package func leave() {
    let next: (@Sendable () -> Void)? = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isBusy = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?()
  }

  // MARK: What was sent

  /// Keeps a request and gives it its number. The oldest go.
  package func note(_ request: SentRequest) {
    state.withLock { state in
      var request = request
      request.number = state.nextRequest
      state.nextRequest += 1
      if state.requests.count >= Self.maximumRequests { state.requests.removeFirst(Self.maximumRequests / 8) }
      state.requests.append(request)
    }
  }

  /// Keeps entries of the log. The oldest go.
  package func note(_ entries: [ProvisionedEntry]) {
    state.withLock { state in
      let surplus = state.entries.count + entries.count - Self.maximumEntries
      if surplus > 0 {
        state.entries.removeFirst(min(state.entries.count, max(surplus, Self.maximumEntries / 8)))
      }
      state.entries += entries.suffix(Self.maximumEntries)
    }
  }

  /// The requests that were sent, the oldest first.
  package var requests: [SentRequest] { state.withLock { $0.requests } }

  /// The entries of the log, the oldest first.
  package var entries: [ProvisionedEntry] { state.withLock { $0.entries } }

  // MARK: What is kept

  /// What is kept, as JSON: the jobs with their links. Nil when there is nothing.
  var kept: JSONValue? {
    let jobs = state.withLock { $0.jobs }
    guard !jobs.isEmpty else { return nil }
    let members = jobs.sorted { $0.key < $1.key }.compactMap { app, job in
      (try? JSONCoding.encode(job)).map { JSONObject.Member(name: "\(app)", value: $0) }
    }
    return .object(JSONObject(members))
  }

  /// Goes on with what `kept` has written. A job that this version cannot read begins anew: its entries are found again by their filters.
  func takeUp(_ kept: JSONValue?) {
    var jobs: [Application.ID: ProvisioningJob] = [:]
    for member in kept?.object?.members ?? [] {
      guard let app = Application.ID(member.name) else { continue }
      jobs[app] = try? JSONCoding.decode(ProvisioningJob.self, from: member.value)
    }
    let read = jobs
    state.withLock { state in
      changes.wrappingAdd(1, ordering: .releasing)
      state.era += 1
      state.jobs = read
    }
  }
}
