package import Bytes
package import HTTPWire
package import Time

/// What is known of one app's provisioning: the objects that were linked, and how the cycles went. The settings stand in the app.
package struct ProvisioningJob: Sendable, Hashable, Codable {
  /// An object of the directory that has one in the app.
  package struct Link: Sendable, Hashable, Codable {
    /// The app's id of the object.
    package var target: String
    /// A digest of all that was last sent of it. Nil: it has to be looked at again.
    package var digest: Int64?
    /// Whether it was last sent as one that may use the app.
    package var isActive = true
    /// Whether it was in scope when it was deleted; only then it is deleted in the app, too.
    package var wasEntitled = true
    /// The object id of the manager that was sent.
    package var manager: GUID?
    /// The object ids of the members that were sent; nil for a user.
    package var members: Set<GUID>?
    /// References to objects that were out of scope: they are not sent before a restart.
    package var passedOver: Set<GUID>?

    package init(target: String) { self.target = target }

    /// Notes that the app has all of the object: what was sent, by its digest, and whether the object may use the app.
    package mutating func settle(_ digest: Int64, isActive: Bool, wasEntitled: Bool) {
      (self.digest, self.isActive, self.wasEntitled) = (digest, isActive, wasEntitled)
    }
  }

  /// An entry that failed, and is tried again.
  package struct Escrow: Sendable, Hashable, Codable {
    /// Ticks of the world's time.
    package var firstFailed: Int64
    /// `Int64.max`: it is given up until the object changes.
    package var nextAttempt: Int64
    package var attempts: Int
    package var fault: ProvisioningFault
    /// Whether a reference failed, and not the object itself.
    package var isReference: Bool
    /// A digest of what was to be sent: other values are sent at once.
    package var digest: Int64?

    package init(at now: UnixTime, _ fault: ProvisioningFault, isReference: Bool, digest: Int64?) {
      firstFailed = now.ticks
      nextAttempt = now.ticks
      attempts = 1
      self.fault = fault
      self.isReference = isReference
      self.digest = digest
    }
  }

  /// When the job was first looked at: on a clock that runs, the first cycle comes one interval later. Ticks of the world's time.
  package var madeAt: Int64
  /// A digest of mapping and filters at the last cycle. Another one makes the next cycle an initial one.
  package var configuration: Int64?
  /// Whether the last initial cycle was about all users of the tenant.
  package var coversAll: Bool?
  /// When the rest of a cycle goes on that the app has put off (`Retry-After`), in ticks, and how often it has done so.
  package var resumesAt: Int64?
  package var pauses = 0
  /// Up to which time changes were looked at, in ticks. Nil: the next cycle is an initial one.
  package var watermark: Int64?
  /// Links of users and groups by their object ids.
  package var links: [GUID: Link] = [:]
  /// Failed entries by the object ids.
  package var escrows: [GUID: Escrow] = [:]
  /// When a cycle last began, in ticks.
  package var lastBegan: Int64?
  /// How many cycles there were.
  package var cycles = 0
  package var quarantine: ProvisioningQuarantine?
  package var lastExecution: ProvisioningExecution?
  package var lastSuccessful: ProvisioningExecution?
  package var lastWithExports: ProvisioningExecution?
  /// How many cycles failed one after the other.
  package var failures = 0
  /// When first and last nothing was left to do, in ticks.
  package var steadyFirst: Int64?
  package var steadyLast: Int64?
  /// Whether entries were given up after four weeks.
  package var escrowsPruned = false
  /// Whether the job was switched off after four weeks in quarantine.
  package var isDisabled = false
  /// Whether the next cycle may delete however many.
  package var forcesDeletes = false
  /// When objects were provisioned on demand lately, in ticks.
  package var demands: [Int64] = []
  /// The directory that the last cycle looked at, by the world's count of changes. Nil: it has to be looked at. It is not kept.
  package var seenChanges: Int?

  private enum CodingKeys: String, CodingKey {
    case madeAt, configuration, coversAll, resumesAt, pauses, watermark, links, escrows, lastBegan, cycles, quarantine,
      lastExecution, lastSuccessful
    case lastWithExports, failures, steadyFirst, steadyLast, escrowsPruned, isDisabled, forcesDeletes
  }

  package init(at now: UnixTime) { madeAt = now.ticks }

  /// What a restart takes away. The raw values are those of Graph.
  package enum RestartScope: String, Sendable, CaseIterable {
    case none = "None"
    case watermark = "Watermark"
    case escrows = "Escrows"
    case quarantine = "QuarantineState"
    case links = "ConnectorDataStore"
    case full = "Full"
    case deletes = "ForceDeletes"

    /// What a restart without a word means.
    package static let usual: Set<RestartScope> = [.quarantine, .watermark, .escrows]
  }

  /// Makes the next cycle begin without these.
  package mutating func restart(_ scopes: Set<RestartScope>) {
    func has(_ scope: RestartScope) -> Bool { scopes.contains(scope) || scopes.contains(.full) }
    if has(.watermark) { watermark = nil }
    if has(.escrows) {
      escrows = [:]
      escrowsPruned = false
    }
    if has(.quarantine) { quarantine = nil }
    if has(.links) { links = [:] }
    if scopes.contains(.deletes) {
      forcesDeletes = true
      quarantine = nil
    }
    (isDisabled, seenChanges, resumesAt) = (false, nil, nil)
  }
}

/// One cycle, or one object on demand (Graph: `synchronizationTaskExecution`).
package struct ProvisioningExecution: Sendable, Hashable, Codable {
  /// The raw values are those of Graph.
  package enum State: String, Sendable, Codable, CaseIterable {
    case succeeded = "Succeeded"
    case failed = "Failed"
    case withFailures = "EntryLevelErrors"
  }

  package var id: GUID
  package var began: Int64
  package var ended: Int64
  package var isInitial: Bool
  package var state = State.succeeded
  package var entitled = 0
  package var escrowed = 0
  package var exported = 0
  package var imported = 0
  /// Users and groups that have an object in the app.
  package var users = 0
  package var groups = 0
  package var fault: ProvisioningFault?

  package init(id: GUID, began: UnixTime, isInitial: Bool) {
    self.id = id
    self.began = began.ticks
    ended = began.ticks
    self.isInitial = isInitial
  }
}

/// Why nearly nothing is sent any more (Graph: `synchronizationQuarantine`).
package struct ProvisioningQuarantine: Sendable, Hashable, Codable {
  /// The raw values are those of Graph.
  package enum Reason: String, Sendable, Codable, CaseIterable {
    case exception = "EncounteredQuarantineException"
    case share = "EncounteredEscrowProportionThreshold"
    case base = "EncounteredBaseEscrowThreshold"
    case total = "EncounteredTotalEscrowThreshold"
    case tooManyDeletes = "TooManyDeletes"
  }

  package var reason: Reason
  package var fault: ProvisioningFault
  /// Ticks of the world's time.
  package var seriesBegan: Int64
  package var currentBegan: Int64
  package var nextAttempt: Int64
  /// How many tries failed since it began, this one too.
  package var seriesCount: Int

  package init(_ reason: Reason, _ fault: ProvisioningFault, at now: UnixTime, next: UnixTime) {
    self.reason = reason
    self.fault = fault
    seriesBegan = now.ticks
    currentBegan = now.ticks
    nextAttempt = next.ticks
    seriesCount = 1
  }
}

/// What was decided of one object in one cycle (Graph: `provisioningObjectSummary`).
package struct ProvisionedEntry: Sendable {
  /// How it ended. The raw values are those of Graph.
  package enum Status: String, Sendable {
    case success
    case failure
    case skipped
  }

  /// One step, with a sentence in the service's words.
  package struct Step: Sendable, Hashable {
    /// The raw values are those of Graph.
    package enum Kind: String, Sendable, CaseIterable {
      case `import`
      case scoping
      case matching
      case referenceResolution
      case export
    }

    package var kind: Kind
    package var name: String
    package var status: Status
    package var text: String

    package init(_ kind: Kind, _ name: String, _ text: String, _ status: Status = .success) {
      (self.kind, self.name, self.status, self.text) = (kind, name, status, text)
    }
  }

  /// One attribute that was sent.
  package struct Change: Sendable, Hashable {
    package var name: String
    package var old: String?
    package var new: String?

    package init(_ name: String, old: String?, new: String?) { (self.name, self.old, self.new) = (name, old, new) }
  }

  package var id = GUID.zero
  package var at: UnixTime
  /// The app's alias.
  package var app: String
  package var cycle: GUID
  package var source: GUID
  package var sourceName: String
  package var isGroup: Bool
  package var target: String?
  /// Nil: nothing had to be done.
  package var action: Exchange.ProvisioningAction?
  package var status = Status.success
  package var fault: ProvisioningFault?
  /// Of one that was skipped: the name of a `ProvisioningCode`.
  package var skipReason: String?
  package var steps: [Step] = []
  package var changes: [Change] = []
  /// Why it was decided so, one sentence each.
  package var reasons: [String] = []
  /// Method, address and body of what was sent, or would be.
  package var requests: [String] = []
  /// The number of its exchange in the journal. Nil: it has none.
  package var exchange: Int?

  package init(at: UnixTime, app: String, cycle: GUID, source: GUID, sourceName: String, isGroup: Bool) {
    self.at = at
    self.app = app
    self.cycle = cycle
    self.source = source
    self.sourceName = sourceName
    self.isGroup = isGroup
  }
}

/// One request that was sent to an app, with its answer. Secrets have a mark in their places.
package struct SentRequest: Sendable {
  /// Counts up from 1 in its world.
  package var number = 0
  /// The app's alias.
  package var app: String
  package var at: UnixTime
  package var method: String
  package var url: String
  package var fields: HTTPFields
  package var body: String
  /// Nil: there was no answer.
  package var status: Int?
  package var answer: String
  /// Why there was none.
  package var fault: String?
  /// The object that it is about; nil for the probe.
  package var about: String?

  package init(
    app: String, at: UnixTime, method: String, url: String, fields: HTTPFields, body: String,
    status: Int?, answer: String, fault: String?, about: String?
  ) {
    self.app = app
    self.at = at
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.status = status
    self.answer = answer
    self.fault = fault
    self.about = about
  }
}
