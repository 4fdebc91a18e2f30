/// How Microsoft Graph treats a property (Microsoft: "user resource type", "group resource type").
package struct PropertyTraits: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// No call can change it.
  package static let isReadOnly = Self(rawValue: 1)
  /// Only an administrator changes it, and not the user.
  package static let ofAdministrators = Self(rawValue: 2)
  /// The cloud is its home, so it can be changed for an object that comes from an on-premises directory too.
  package static let isCloudManaged = Self(rawValue: 4)
  /// Lists and objects show it when a call selects nothing.
  package static let byDefault = Self(rawValue: 8)
  /// `$orderby` may name it.
  package static let isSortable = Self(rawValue: 16)
  /// `$orderby` may name it with `$count=true` and `ConsistencyLevel: eventual` alone.
  package static let isSortableWhenAdvanced = Self(rawValue: 32)
  /// `$search` may name it.
  package static let isSearchable = Self(rawValue: 64)
  /// A claims mapping may name it.
  package static let isMapped = Self(rawValue: 128)
  /// Graph takes it in the body that makes the object, and never again.
  package static let isSetOnCreation = Self(rawValue: 256)
  /// The object always has it: null and an empty text are refused.
  package static let isRequired = Self(rawValue: 512)
  /// Graph has no such property: files alone speak of it.
  package static let isHidden = Self(rawValue: 1024)
  /// `$filter` may name it with `$count=true` and `ConsistencyLevel: eventual` alone.
  package static let isFilteredWhenAdvanced = Self(rawValue: 4096)
  /// Another service than the directory keeps it, so it is read at one object and not in lists.
  package static let isKeptElsewhere = Self(rawValue: 8192)
  /// Calls of `beta` change it, though those of `v1.0` cannot.
  package static let isChangedInBeta = Self(rawValue: 16384)
  /// `beta` alone has it.
  package static let isOfBeta = Self(rawValue: 2048)
}
