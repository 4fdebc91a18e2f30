#if MOCKIDP_DISPATCH || !os(Linux)
  import Dispatch

  /// A Dispatch source that rests while its events are not wanted.
  final class RestingSource {
    private let source: any DispatchSourceProtocol

    /// Whether events are wanted. They are not at first.
    var isWanted = false {
      didSet {
        guard isWanted != oldValue else { return }
        if isWanted { source.resume() } else { source.suspend() }
      }
    }

    init(_ source: any DispatchSourceProtocol) { self.source = source }

    /// Names the function that is called with each event.
    func begin(_ whenReady: @escaping () -> Void) {
      source.setEventHandler(handler: DispatchWorkItem(block: whenReady))
    }

    /// Ends the source for good. It leaves the group once Dispatch uses its file no more.
    func cancel(leaving group: DispatchGroup) {
      group.enter()
      source.setCancelHandler(handler: DispatchWorkItem { group.leave() })
      source.cancel()
      // A source that rests would not end.
      if !isWanted { source.resume() }
    }
  }
#endif
