@_exported public import CPlatform

// The names of the system's calls, for every target above. No other target imports the system's modules (scripts/lint), so each asks for
// the same names on Linux and on macOS.
#if os(Linux)
  @_exported public import Glibc
#else
  @_exported public import Darwin
#endif
