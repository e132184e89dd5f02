#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/fb.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/input.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/spi/spidev.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// glibc declares these only with feature-test macros such as _GNU_SOURCE.
char *strptime(const char *text, const char *form, struct tm *parts);
int unshare(int flags);

// ioctl is variadic and its request numbers are function-like macros: Swift imports neither.

// One write transaction to an I2C address. 0, or -errno.
static inline int tealight_i2c_write(int fd, uint16_t address, uint8_t *bytes, uint16_t count) {
  struct i2c_msg message = {.addr = address, .flags = 0, .len = count, .buf = bytes};
  struct i2c_rdwr_ioctl_data data = {.msgs = &message, .nmsgs = 1};
  return ioctl(fd, I2C_RDWR, &data) < 0 ? -errno : 0;
}

// How long the adapter waits for a transaction that does not end, in tens of milliseconds. 0, or -errno.
static inline int tealight_i2c_give_up_after(int fd, unsigned long tens) {
  return ioctl(fd, I2C_TIMEOUT, tens) < 0 ? -errno : 0;
}

// Reads a byte from an I2C address: the byte, or -errno if no device acknowledges.
static inline int tealight_i2c_read(int fd, uint16_t address) {
  uint8_t byte = 0;
  struct i2c_msg message = {.addr = address, .flags = I2C_M_RD, .len = 1, .buf = &byte};
  struct i2c_rdwr_ioctl_data data = {.msgs = &message, .nmsgs = 1};
  return ioctl(fd, I2C_RDWR, &data) < 0 ? -errno : byte;
}

// Whether a device acknowledges a write without data to an I2C address: 0, or -errno; -EOPNOTSUPP if the
// adapter cannot ask.
static inline int tealight_i2c_ask(int fd, uint16_t address) {
  unsigned long can = 0;
  if (ioctl(fd, I2C_FUNCS, &can) < 0) return -errno;
  if (!(can & I2C_FUNC_SMBUS_QUICK)) return -EOPNOTSUPP;
  union i2c_smbus_data nothing;
  struct i2c_smbus_ioctl_data data = {
      .read_write = I2C_SMBUS_WRITE, .command = 0, .size = I2C_SMBUS_QUICK, .data = &nothing};
  if (ioctl(fd, I2C_SLAVE_FORCE, (unsigned long)address) < 0) return -errno;
  return ioctl(fd, I2C_SMBUS, &data) < 0 ? -errno : 0;
}

// 1 if something keeps the clock right, 0 if not, -errno where the kernel may not be asked.
static inline int tealight_clock_is_synchronised(void) {
  struct timex question = {.modes = 0};
  int state = adjtimex(&question);
  return state < 0 ? -errno : state != TIME_ERROR;
}

// How long the machine has been suspended since its start, in nanoseconds: CLOCK_BOOTTIME counts that,
// CLOCK_MONOTONIC does not (clock_gettime(2)).
static inline int64_t tealight_suspended_nanoseconds(void) {
  struct timespec boot, monotonic;
  clock_gettime(CLOCK_MONOTONIC, &monotonic);
  clock_gettime(CLOCK_BOOTTIME, &boot);
  return (int64_t)(boot.tv_sec - monotonic.tv_sec) * 1000000000 + boot.tv_nsec - monotonic.tv_nsec;
}

// The SPI mode (linux/spi/spi.h bits), 8 bits a word, clock in Hz. 0, or -errno.
static inline int tealight_spi_configure(int fd, uint8_t mode, uint32_t speed_hz) {
  uint8_t bits = 8;
  if (ioctl(fd, SPI_IOC_WR_MODE, &mode) < 0) return -errno;
  if (ioctl(fd, SPI_IOC_WR_BITS_PER_WORD, &bits) < 0) return -errno;
  if (ioctl(fd, SPI_IOC_WR_MAX_SPEED_HZ, &speed_hz) < 0) return -errno;
  return 0;
}

// One write message. 0, or -errno.
static inline int tealight_spi_write(int fd, const uint8_t *bytes, uint32_t count,
                                     uint32_t speed_hz) {
  struct spi_ioc_transfer transfer = {
      .tx_buf = (uintptr_t)bytes, .len = count, .speed_hz = speed_hz, .bits_per_word = 8};
  return ioctl(fd, SPI_IOC_MESSAGE(1), &transfer) < 0 ? -errno : 0;
}

// Columns and rows of a terminal. 0, or -errno.
static inline int tealight_terminal_size(int fd, uint16_t *columns, uint16_t *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

// The name that the kernel gives an input device. 0, or -errno: ENOTTY for another kind of file.
static inline int tealight_input_name(int fd, char *name, size_t capacity) {
  return ioctl(fd, EVIOCGNAME(capacity), name) < 0 ? -errno : 0;
}

// Stamps the events of an input device by CLOCK_BOOTTIME. 0, or -errno.
static inline int tealight_input_use_boottime(int fd) {
  int clock = CLOCK_BOOTTIME;
  return ioctl(fd, EVIOCSCLOCKID, &clock) < 0 ? -errno : 0;
}

// Takes the events of an input device for this program alone. 0, or -errno: EBUSY if another one has
// them.
static inline int tealight_input_grab(int fd) { return ioctl(fd, EVIOCGRAB, 1) < 0 ? -errno : 0; }

// One bit for each key: those that the device has, those that are down now. 0, or -errno.
enum { TEALIGHT_KEY_BYTES = KEY_CNT / 8 };
static inline int tealight_input_keys(int fd, uint8_t bits[TEALIGHT_KEY_BYTES]) {
  return ioctl(fd, EVIOCGBIT(EV_KEY, TEALIGHT_KEY_BYTES), bits) < 0 ? -errno : 0;
}
static inline int tealight_input_keys_down(int fd, uint8_t bits[TEALIGHT_KEY_BYTES]) {
  return ioctl(fd, EVIOCGKEY(TEALIGHT_KEY_BYTES), bits) < 0 ? -errno : 0;
}

// The time of an event, in nanoseconds. The names of its two parts depend on the width of time_t.
static inline int64_t tealight_input_nanoseconds(const struct input_event *event) {
  return (int64_t)event->input_event_sec * 1000000000 + (int64_t)event->input_event_usec * 1000;
}

// What a framebuffer's driver says of it. 0, or -errno.
static inline int tealight_framebuffer_info(int fd, struct fb_var_screeninfo *variable,
                                            struct fb_fix_screeninfo *fixed) {
  if (ioctl(fd, FBIOGET_VSCREENINFO, variable) < 0) return -errno;
  return ioctl(fd, FBIOGET_FSCREENINFO, fixed) < 0 ? -errno : 0;
}

// Switches a framebuffer's screen: FB_BLANK_UNBLANK, FB_BLANK_POWERDOWN. 0, or -errno.
static inline int tealight_framebuffer_blank(int fd, int level) {
  return ioctl(fd, FBIOBLANK, (unsigned long)level) < 0 ? -errno : 0;
}

// Reads or sets the 256 colours of a framebuffer, 16 bits a channel. 0, or -errno.
static inline int tealight_framebuffer_palette(int fd, int sets, uint16_t *red, uint16_t *green,
                                               uint16_t *blue) {
  struct fb_cmap map = {.start = 0, .len = 256, .red = red, .green = green, .blue = blue};
  return ioctl(fd, sets ? FBIOPUTCMAP : FBIOGETCMAP, &map) < 0 ? -errno : 0;
}

// The number of the framebuffer that the first console is on, -1 where there is none.
static inline int tealight_framebuffer_console(int fd) {
  struct fb_con2fbmap map = {.console = 1, .framebuffer = (uint32_t)-1};
  return ioctl(fd, FBIOGET_CON2FBMAP, &map) < 0 ? -1 : (int)map.framebuffer;
}

// Lets a program begin in / and inherit only its first three descriptors. glibc declares both functions
// only with feature-test macros such as _GNU_SOURCE.
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
static inline int tealight_spawn_apart(posix_spawn_file_actions_t *actions) {
  int code = posix_spawn_file_actions_addchdir_np(actions, "/");
  return code ? code : posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

// The process that a waitid(2) reports, 0 if none has ended: Swift cannot see the member, a macro.
static inline pid_t tealight_child_of(const siginfo_t *info) { return info->si_pid; }

// The part of `tealight_replace_file` that follows once its partial file is made.
static inline int tealight_replace_by(int file, const char *path, const char *partial,
                                      const void *bytes, size_t count, int flushes,
                                      const struct stat *like) {
  int code = 0;
  if (like && fchown(file, like->st_uid, like->st_gid) && errno != EPERM) code = errno;
  if (!code && like && fchmod(file, like->st_mode & 0777) && errno != EPERM) code = errno;
  const char *rest = bytes;
  while (!code && count) {
    ssize_t taken = write(file, rest, count);
    if (taken > 0) {
      rest += taken;
      count -= (size_t)taken;
    } else if (taken == 0 || errno != EINTR) {
      code = taken == 0 ? ENOSPC : errno;
    }
  }
  if (!code && flushes && fsync(file)) code = errno;
  if (close(file) && !code) code = errno;
  if (!code && rename(partial, path)) code = errno;
  if (code) unlink(partial);
  return code;
}

// Replaces a file: others see the old one or the new one, never a part of one. Calls only functions that
// a child of fork(2) may call (signal-safety(7)). The new file gets the owner, group and mode of `like`
// before anything is written; NULL leaves them to the process and its umask. EPERM is ignored for these:
// only root may give a file to others, and not every file system has modes. 0, or the error number.
static inline int tealight_replace_file(const char *path, const char *partial, const void *bytes,
                                        size_t count, int flushes, const struct stat *like) {
  // An old partial file is left of a save that did not end, or somebody has put it there: a link would
  // lead to another file, a pipe would block, and a file would keep its mode.
  if (unlink(partial) && errno != ENOENT) return errno;
  int file = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, like ? 0600 : 0644);
  if (file < 0) return errno;
  return tealight_replace_by(file, path, partial, bytes, count, flushes, like);
}

// Does the same in a child that keeps no descriptor of this process: no lock, no GPIO line, no pipe.
// `mode` 0 leaves the mode to the umask. Swift has no fork(2). The child's id, or -errno; the child ends
// with 0, or the error number.
static inline pid_t tealight_replace_file_apart(const char *path, const char *partial,
                                                const void *bytes, size_t count,
                                                int flushes, mode_t mode) {
  pid_t child = fork();
  if (child < 0) return -errno;
  if (child) return child;
  closefrom(0);
  const struct stat like = {.st_mode = mode, .st_uid = (uid_t)-1, .st_gid = (gid_t)-1};
  _exit(tealight_replace_file(path, partial, bytes, count, flushes, mode ? &like : NULL));
}

// How a child ended: its exit status; EINTR where a signal ended it; -EAGAIN while it runs; else
// -errno.
static inline int tealight_result_of(pid_t child) {
  int status = 0;
  pid_t ended = waitpid(child, &status, WNOHANG);
  if (ended < 0) return -errno;
  if (!ended) return -EAGAIN;
  return WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
}

// Whether two descriptors are of one terminal: /dev/tty does not say which one it stands for.
static inline int tealight_is_same_terminal(int one, int other) {
  unsigned first, second;
  return !ioctl(one, TIOCGDEV, &first) && !ioctl(other, TIOCGDEV, &second) && first == second;
}

// To Swift `stdout` is a variable that any thread may change.
static inline FILE *tealight_output(void) { return stdout; }

// Flushes a stream. 0, or the error number: that of the flush, or EIO where an earlier write failed,
// whose own number was not kept.
static inline int tealight_finish(FILE *stream) {
  return fflush(stream) ? errno : ferror(stream) ? EIO : 0;
}

// glibc defines it only with _GNU_SOURCE.
#ifndef F_OFD_SETLK
#define F_OFD_SETLK 37
#endif

// Takes an OFD write lock (fcntl(2)) on `count` bytes from `start`, 0 for all from there on. Ends with
// tealight_unlock or close(2). 0, or -errno: -EAGAIN where another open file holds some of them.
static inline int tealight_lock(int fd, int64_t start, int64_t count) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = start, .l_len = count};
  return fcntl(fd, F_OFD_SETLK, &lock) < 0 ? -errno : 0;
}

// Releases all locks of an open file. close(2) does so only once no forked child that has not yet called
// closefrom(2) still has the descriptor.
static inline void tealight_unlock(int fd) {
  struct flock lock = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  fcntl(fd, F_OFD_SETLK, &lock);
}
