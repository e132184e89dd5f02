import Glibc
import TestSupport
import Testing

@testable import Tealight

@Suite("A file that is written is noticed")
struct FileWatchTests {
  private let temporary = TemporaryFolder()
  private var folder: String { temporary.path }

  private func write(_ name: String) {
    guard let file = fopen("\(folder)/\(name)", "w") else { return }
    fputs("x", file)
    fclose(file)
  }

  @Test("in place, by another that takes its name, when it goes and comes; and no other file is")
  func changes() throws {
    let watch = try #require(FileWatch(["\(folder)/a", "/no/such/folder/a"]))
    #expect(!watch.read())
    write("b")
    #expect(!watch.read())
    write("a")
    #expect(watch.read() && !watch.read())
    write("new")
    rename("\(folder)/new", "\(folder)/a")
    #expect(watch.read())
    unlink("\(folder)/a")
    #expect(watch.read() && !watch.read())
    write("a")
    rename("\(folder)/a", "\(folder)/new")
    #expect(watch.read() && !watch.read())
    write("a")
    write("a")
    #expect(watch.read() && !watch.read())
  }

  @Test("through a link, too")
  func link() throws {
    mkdir("\(folder)/links", 0o700)
    write("target")
    symlink("\(folder)/target", "\(folder)/links/a")
    let watch = try #require(FileWatch(["\(folder)/links/a"]))
    write("target")
    #expect(watch.read())
  }

  @Test("where the link leads to is followed when it leads elsewhere")
  func moved() throws {
    for name in ["links", "old", "new"] { mkdir("\(folder)/\(name)", 0o700) }
    write("old/a")
    write("new/b")
    symlink("\(folder)/old/a", "\(folder)/links/a")
    let watch = try #require(FileWatch(["\(folder)/links/a"]))
    symlink("\(folder)/new/b", "\(folder)/links/next")
    rename("\(folder)/links/next", "\(folder)/links/a")
    #expect(watch.read())
    write("new/b")
    #expect(watch.read() && !watch.read())
    write("old/a")
    #expect(!watch.read())
    // What is not there yet is heard of when it comes.
    symlink("../new/c", "\(folder)/links/next")
    rename("\(folder)/links/next", "\(folder)/links/a")
    #expect(watch.read() && !watch.read())
    write("new/c")
    #expect(watch.read() && !watch.read())
  }

  @Test("a folder that is taken away, is not there yet or gives way to another is awaited")
  func folders() throws {
    let watch = try #require(FileWatch(["\(folder)/outer/inner/a"]))
    mkdir("\(folder)/other", 0o700)
    #expect(!watch.read())
    for _ in 0..<2 {
      mkdir("\(folder)/outer", 0o700)
      #expect(watch.read())
      mkdir("\(folder)/outer/inner", 0o700)
      #expect(watch.read())
      write("outer/inner/a")
      #expect(watch.read() && !watch.read())
      unlink("\(folder)/outer/inner/a")
      rmdir("\(folder)/outer/inner")
      rmdir("\(folder)/outer")
      #expect(watch.read() && !watch.read())
    }
    mkdir("\(folder)/outer", 0o700)
    mkdir("\(folder)/outer/inner", 0o700)
    #expect(watch.read())
    #expect(!watch.read())
    mkdir("\(folder)/next", 0o700)
    rename("\(folder)/outer/inner", "\(folder)/former")
    #expect(watch.read())
    rename("\(folder)/next", "\(folder)/outer/inner")
    #expect(watch.read())
    write("former/a")
    #expect(!watch.read())
    write("outer/inner/a")
    #expect(watch.read())
  }

  @Test("a link that comes in place of a folder or a file is noticed")
  func links() throws {
    mkdir("\(folder)/card", 0o700)
    let watch = try #require(FileWatch(["\(folder)/etc/a"]))
    symlink("\(folder)/card", "\(folder)/etc")
    #expect(watch.read())
    symlink("\(folder)/b", "\(folder)/card/a")
    #expect(watch.read() && !watch.read())
    write("b")
    #expect(watch.read())
  }
}
