import CLinux
import Glibc
import Pixels

/// The layout of a framebuffer's memory, as its driver reports it.
struct FramebufferMode: Equatable {
  var size: Size
  var format: FramebufferFormat
  /// Bytes from one row to the next, and from the start of the mapping to the first visible byte.
  var lineBytes: Int
  var originBytes = 0

  /// The bytes of the mapping up to the end of the picture.
  var memoryBytes: Int { originBytes + (size.height - 1) * lineBytes + rowBytes }
  /// The bytes of the visible part of a row.
  var rowBytes: Int { (size.width * format.bits + 7) / 8 }
}

extension FramebufferMode {
  /// Asks the driver.
  /// - Throws: `failed`, and `unusable` if the format is not supported, or the picture does not fit
  ///   in the memory.
  init(of file: FileDescriptor, name: String) throws(DeviceError) {
    var variable = fb_var_screeninfo()
    var fixed = fb_fix_screeninfo()
    let result = tealight_framebuffer_info(file.number, &variable, &fixed)
    if result < 0 { throw .failed(device: name, call: "FBIOGET_VSCREENINFO", errno: -result) }
    guard let format = FramebufferFormat(variable, fixed) else {
      throw .unusable(
        device: name,
        reason: "has \(variable.bits_per_pixel) bits a pixel, type \(fixed.type), "
          + "visual \(fixed.visual)",
        fix: "set its driver to packed pixels of 1, 8, 16, 24 or 32 bits")
    }
    // Whole pages are mapped, and its memory may begin within one (Linux, vm_iomap_memory).
    // An address of the kernel's own is beyond every Int.
    let pageOffset = Int(fixed.smem_start & UInt(sysconf(Int32(_SC_PAGESIZE)) - 1))
    self.init(
      size: Size(Int(variable.xres), Int(variable.yres)), format: format,
      lineBytes: Int(fixed.line_length),
      originBytes: pageOffset + Int(variable.yoffset) * Int(fixed.line_length)
        + Int(variable.xoffset) * format.bits / 8)
    guard size.width > 0, size.height > 0, rowBytes <= lineBytes,
      memoryBytes - pageOffset <= fixed.smem_len
    else {
      throw .unusable(
        device: name, reason: "reports \(size) pixels in \(fixed.smem_len) bytes of memory",
        fix: "set another mode in its driver")
    }
  }
}

extension FramebufferFormat {
  /// Nil if the pixels are not packed, or of an unknown kind.
  init?(_ variable: fb_var_screeninfo, _ fixed: fb_fix_screeninfo) {
    func field(_ bits: fb_bitfield) -> Field { Field(Int(bits.offset), Int(bits.length)) }
    guard fixed.type == UInt32(FB_TYPE_PACKED_PIXELS), variable.grayscale <= 1 else { return nil }
    let bits = Int(variable.bits_per_pixel)
    let visual = Int32(bitPattern: fixed.visual)
    switch bits {
    case 1:
      self.init(bits: 1, meaning: .mono(litIsZero: visual == FB_VISUAL_MONO01))
    case 8 where variable.grayscale == 1:
      self.init(bits: 8, meaning: .grey)
    case 8 where visual == FB_VISUAL_PSEUDOCOLOR || visual == FB_VISUAL_STATIC_PSEUDOCOLOR:
      self.init(bits: 8, meaning: .palette)
    case 8, 16, 24, 32:
      let fields = [variable.red, variable.green, variable.blue, variable.transp].map(field)
      guard fields.allSatisfy({ $0.offset + $0.length <= bits }),
        fields[..<3].contains(where: { $0.length > 0 })
      else { return nil }
      self.init(
        bits: bits,
        meaning: .colour(red: fields[0], green: fields[1], blue: fields[2], alpha: fields[3]))
    default: return nil
    }
  }
}
