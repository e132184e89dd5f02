/// Which market is meant: its index in the desk's list, which only grows while the program runs.
public struct MarketID: IndexID {
  public let index: Int

  @inlinable public init(_ index: Int) { self.index = index }
}

/// Which display place is meant: its index in the order of the configuration.
public struct PlaceID: IndexID {
  public let index: Int

  @inlinable public init(_ index: Int) { self.index = index }
}

/// An index into one kind of list, which no other list understands.
public protocol IndexID: Strideable, Hashable, Sendable where Stride == Int {
  var index: Int { get }
  init(_ index: Int)
}

extension IndexID {
  @inlinable public func distance(to other: Self) -> Int { other.index - index }
  @inlinable public func advanced(by distance: Int) -> Self { Self(index + distance) }
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.index < b.index }
  @inlinable public static func == (a: Self, b: Self) -> Bool { a.index == b.index }
}

/// An array whose elements are found by ids of their own kind.
public struct IDArray<ID: IndexID, Element> {
  @usableFromInline var elements: [Element]

  @inlinable public init(_ elements: some Sequence<Element>) {
    self.elements = Array(elements)
  }

  /// - Returns: the id of what was added.
  @discardableResult @inlinable
  public mutating func append(_ element: Element) -> ID {
    elements.append(element)
    return ID(elements.count - 1)
  }

  @inlinable public mutating func append(contentsOf newcomers: some Sequence<Element>) {
    elements.append(contentsOf: newcomers)
  }
}

extension IDArray: RandomAccessCollection, MutableCollection {
  @inlinable public var startIndex: ID { ID(0) }
  @inlinable public var endIndex: ID { ID(elements.count) }

  @inlinable public subscript(id: ID) -> Element {
    _read { yield elements[id.index] }
    _modify { yield &elements[id.index] }
  }
}

extension IDArray {
  /// The id so many steps after another one, and from the last on to the first again.
  @inlinable public func stepping(_ steps: Int, from id: ID) -> ID {
    ID((id.index + steps % count + count) % count)
  }
}

extension IDArray: ExpressibleByArrayLiteral {
  @inlinable public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension IDArray: Equatable where Element: Equatable {}
extension IDArray: Sendable where Element: Sendable {}
