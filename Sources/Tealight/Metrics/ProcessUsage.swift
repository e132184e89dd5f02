import Configuration
import Glibc

/// What the kernel says that this process uses.
struct ProcessUsage {
  /// Seconds of processor time, its own and the kernel's for it.
  let cpuSeconds: Double
  /// Nil where /proc is not there.
  let residentBytes: Int?
  let openDescriptors: Int?

  init() {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    // Its second number is what is resident, in pages (proc(5)).
    let pages = (try? FileBytes.read("/proc/self/statm")).flatMap { bytes in
      String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first
    }
    residentBytes = pages.flatMap { Int($0) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    openDescriptors = Self.openDescriptors()
  }

  private static func openDescriptors() -> Int? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // The folder itself, `.` and `..`.
    return count - 3
  }
}
