/// Where a program seems to run, and as whom.
struct HostingOption: Sendable, Hashable {
  let place: HostingPlace
  let identity: String?
}
