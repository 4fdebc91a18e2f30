import CPlatform

/// What the system says about this process at one moment. Nil is a figure that it does not tell.
package struct ProcessFigures: Sendable {
  /// Processor time in user and kernel mode, of all threads.
  package let processorSeconds: Double?
  package let residentBytes: Double?
  package let virtualBytes: Double?
  package let openFiles: Double?
  package let threads: Double?
  /// When the process began, in seconds since 1970 of the machine's clock.
  package let startedAt: Double?

  /// Reads them, which takes some tens of microseconds.
  package static func read() -> ProcessFigures {
    let raw = mockidp_process_figures()
    func known(_ figure: Double) -> Double? { figure < 0 ? nil : figure }
    return ProcessFigures(
      processorSeconds: known(raw.processor_seconds), residentBytes: known(raw.resident_bytes),
      virtualBytes: known(raw.virtual_bytes), openFiles: known(raw.open_files), threads: known(raw.threads),
      startedAt: known(raw.started_at))
  }
}
