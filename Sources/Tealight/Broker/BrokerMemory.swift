/// What the broker keeps of this board: topics, and entities of Home Assistant. From this, a later
/// run under another name or with fewer markets knows what to remove.
struct BrokerMemory: Equatable {
  private(set) var topics: Set<String> = []
  /// The platform of each entity, by its key.
  private(set) var entities: [String: String] = [:]
  /// Where the entities were announced; nil where they were not.
  private(set) var discovery: String?

  init() {}

  init(topics: Set<String>, discovery: String?, entities: [String: String]) {
    (self.topics, self.discovery, self.entities) = (topics, discovery, entities)
  }

  /// - Parameter lines: as `lines` made them; others are passed over.
  init(_ lines: [String]) {
    for line in lines {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      switch (words.first, words.count) {
      case ("topic", 2): topics.insert(words[1])
      case ("discovery", 2): discovery = words[1]
      case ("entity", 3): entities[words[1]] = words[2]
      default: break
      }
    }
  }

  /// Adds a topic that is to be cleared.
  mutating func keep(_ topic: String) { topics.insert(topic) }
  /// Removes a topic once the broker has cleared it: a connection that is lost before may lose the
  /// message, too.
  mutating func forget(_ topic: String) { topics.remove(topic) }
  /// The broker knows all of these entities, and that there are no others.
  mutating func keep(only entities: [String: String]) { self.entities = entities }

  var lines: [String] {
    (discovery.map { ["discovery \($0)"] } ?? []) + topics.sorted().map { "topic \($0)" }
      + entities.sorted { $0.key < $1.key }.map { "entity \($0.key) \($0.value)" }
  }
}
