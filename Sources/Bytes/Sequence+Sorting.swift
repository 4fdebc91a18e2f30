extension Sequence {
  /// The elements in order, by the one copy of the sorting code that the standard library has.
  ///
  /// `sorted` gets a copy for each type and each order that it is called with, 3 kB each time in the static executable. It is for lists
  /// that many requests wait for; this one takes ten times as long, which a short list or a rare call does not show.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  package func inOrder(by areInOrder: (Element, Element) -> Bool) -> [Element] { sorted(by: areInOrder) }
}
