package import Time

/// The machine's clock, for commands that stand outside every world.
package enum MachineTime {
  package static var clock: any WallClock { SystemClock() }
}
