#define _GNU_SOURCE
#include "boundary.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>
#include <net/if.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

boundary_calls boundary;
int boundary_is_on, boundary_is_synchronised = 1, boundary_is_touched;
int64_t boundary_monotonic, boundary_suspended, boundary_wall;

#define REAL(type, name, ...) type __real_##name(__VA_ARGS__)

// MARK: Clocks and chance

REAL(int, clock_gettime, clockid_t, struct timespec *);
int __wrap_clock_gettime(clockid_t id, struct timespec *time) {
  if (!boundary_is_on) return __real_clock_gettime(id, time);
  int64_t now = id == CLOCK_REALTIME    ? boundary_wall
                : id == CLOCK_BOOTTIME ? boundary_monotonic + boundary_suspended
                                       : boundary_monotonic;
  time->tv_sec = now / 1000;
  time->tv_nsec = now % 1000 * 1000000;
  return 0;
}

REAL(time_t, time, time_t *);
time_t __wrap_time(time_t *out) {
  if (!boundary_is_on) return __real_time(out);
  if (out) *out = boundary_wall / 1000;
  return boundary_wall / 1000;
}

REAL(int, adjtimex, struct timex *);
int __wrap_adjtimex(struct timex *question) {
  if (!boundary_is_on) return __real_adjtimex(question);
  return boundary_is_synchronised ? TIME_OK : TIME_ERROR;
}

// Random numbers of Swift (SwiftShims, Random.h) follow from the seed, except the key by which
// dictionaries hash: it was drawn before `main`.
REAL(void, swift_stdlib_random, void *, size_t);
void __wrap_swift_stdlib_random(void *bytes, size_t count) {
  if (!boundary_is_on) return __real_swift_stdlib_random(bytes, count);
  boundary.random(bytes, count);
}

enum { ALARMS = 16 };
static struct {
  int descriptor;
  int64_t at;
  // Whether it rings once the clock is set; its own time never comes.
  int is_told;
} alarms[ALARMS];
static int alarm_count;

REAL(int, timerfd_create, int, int);
int __wrap_timerfd_create(int clock, int flags) {
  if (!boundary_is_on) return __real_timerfd_create(clock, flags);
  if (alarm_count == ALARMS) abort();
  alarms[alarm_count].at = INT64_MAX;
  alarms[alarm_count].is_told = 0;
  return alarms[alarm_count++].descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

REAL(int, timerfd_settime, int, int, const struct itimerspec *, struct itimerspec *);
int __wrap_timerfd_settime(int descriptor, int flags, const struct itimerspec *new,
                           struct itimerspec *old) {
  for (int i = 0; i < alarm_count; i++)
    if (alarms[i].descriptor == descriptor) {
      if (flags & TFD_TIMER_CANCEL_ON_SET) return alarms[i].is_told = 1, 0;
      int64_t wait = new->it_value.tv_sec * 1000 + (new->it_value.tv_nsec + 999999) / 1000000;
      alarms[i].at = wait ? boundary_monotonic + wait : INT64_MAX;
      return 0;
    }
  return __real_timerfd_settime(descriptor, flags, new, old);
}

int64_t boundary_alarm(void) {
  int64_t soonest = INT64_MAX;
  for (int i = 0; i < alarm_count; i++)
    if (alarms[i].at < soonest) soonest = alarms[i].at;
  return soonest;
}

void boundary_ring(void) {
  for (int i = 0; i < alarm_count; i++)
    if (alarms[i].at <= boundary_monotonic) {
      alarms[i].at = INT64_MAX;
      boundary_bell_ring(alarms[i].descriptor);
    }
}

void boundary_clock_was_set(void) {
  for (int i = 0; i < alarm_count; i++)
    if (alarms[i].is_told) boundary_bell_ring(alarms[i].descriptor);
}

static void forget_children(void);
void boundary_forget_alarms(void) {
  alarm_count = 0;
  forget_children();
}

int boundary_bell(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
REAL(ssize_t, write, int, const void *, size_t);
void boundary_bell_ring(int bell) {
  uint64_t one = 1;
  __real_write(bell, &one, sizeof one);
  boundary_is_touched = 1;
}
void boundary_bell_quiet(int bell) {
  uint64_t count;
  while (read(bell, &count, sizeof count) > 0) {
  }
}

// MARK: Waiting

REAL(int, poll, struct pollfd *, nfds_t, int);
int __wrap_poll(struct pollfd *polled, nfds_t count, int milliseconds) {
  if (!boundary_is_on) return __real_poll(polled, count, milliseconds);
  if (!count) return boundary.sleep(milliseconds), 0;
  // Standard output and error are the simulation's own.
  if (count == 1 && (polled->fd == 1 || polled->fd == 2)) return polled->revents = POLLOUT, 1;
  int ready = __real_poll(polled, count, 0);
  if (ready || !milliseconds) return ready;
  boundary.wait(milliseconds < 0 ? 60000 : milliseconds);
  return __real_poll(polled, count, 0);
}

// Sockets of the simulation have numbers that no descriptor of the kernel's has.
enum { FIRST_SOCKET = 1 << 20 };

static int look(struct curl_waitfd *watched, unsigned count) {
  enum { MOST = 128 };
  struct pollfd polled[MOST];
  unsigned places[MOST], n = 0;
  for (unsigned i = 0; i < count && n < MOST; i++) {
    watched[i].revents = 0;
    if (watched[i].fd < 0 || watched[i].fd >= FIRST_SOCKET) continue;
    places[n] = i;
    polled[n++] = (struct pollfd){.fd = watched[i].fd, .events = POLLIN};
  }
  int ready = __real_poll(polled, n, 0);
  for (unsigned i = 0; i < n; i++) watched[places[i]].revents = polled[i].revents;
  if (ready <= 0) boundary_is_touched = 0;
  return ready;
}

REAL(CURLMcode, curl_multi_poll, CURLM *, struct curl_waitfd *, unsigned, int, int *);
CURLMcode __wrap_curl_multi_poll(CURLM *multi, struct curl_waitfd *watched, unsigned count,
                                 int milliseconds, int *ready) {
  // A descriptor that was not watched before may have been readable for long.
  static uint64_t watched_before;
  uint64_t watched_now = 0;
  for (unsigned i = 0; i < count; i++) {
    watched[i].revents = 0;
    watched_now = watched_now * 31 + (unsigned)watched[i].fd;
  }
  if (watched_now != watched_before) boundary_is_touched = 1;
  watched_before = watched_now;
  if (boundary_is_touched && look(watched, count) > 0) {
    // Time must pass all the same: a descriptor that is always readable would stop it.
    boundary.wait(0);
    return CURLM_OK;
  }
  boundary.wait(milliseconds);
  if (boundary_is_touched) look(watched, count);
  return CURLM_OK;
}

// MARK: libcurl

struct boundary_curl {
  char *url, *agent;
  long connects_only;
  struct curl_slist *headers;
  curl_write_callback on_body, on_head;
  void *body_user, *head_user;
  char *complaint;
  int (*on_lookup)(void *, void *, void *);
  void *lookup_user;
  curl_opensocket_callback on_open;
  void *open_user;
  CURLcode (*on_tls)(CURL *, void *, void *);
  void *tls_user;
  long status, verify_result, os_errno;
  int is_connected, is_added, is_done, is_told;
  CURLcode code;
  boundary_curl *next;
};

static boundary_curl *added;
static int last_socket = FIRST_SOCKET;

CURL *__wrap_curl_easy_init(void) { return calloc(1, sizeof(boundary_curl)); }

static void take_out(boundary_curl *curl) {
  if (!curl->is_added) return;
  for (boundary_curl **place = &added; *place; place = &(*place)->next)
    if (*place == curl) {
      *place = curl->next;
      break;
    }
  curl->is_added = 0;
}

void __wrap_curl_easy_cleanup(CURL *handle) {
  boundary_curl *curl = handle;
  if (boundary_is_on) boundary.drop(curl);
  take_out(curl);
  free(curl->url);
  free(curl->agent);
  free(curl);
}

CURLcode __wrap_curl_easy_setopt(CURL *handle, CURLoption option, ...) {
  boundary_curl *curl = handle;
  va_list rest;
  va_start(rest, option);
  switch (option) {
    case CURLOPT_URL:
      free(curl->url);
      curl->url = strdup(va_arg(rest, char *));
      break;
    case CURLOPT_USERAGENT:
      free(curl->agent);
      curl->agent = strdup(va_arg(rest, char *));
      break;
    case CURLOPT_CONNECT_ONLY: curl->connects_only = va_arg(rest, long); break;
    case CURLOPT_HTTPHEADER: curl->headers = va_arg(rest, struct curl_slist *); break;
    case CURLOPT_WRITEFUNCTION: curl->on_body = va_arg(rest, curl_write_callback); break;
    case CURLOPT_WRITEDATA: curl->body_user = va_arg(rest, void *); break;
    case CURLOPT_HEADERFUNCTION: curl->on_head = va_arg(rest, curl_write_callback); break;
    case CURLOPT_HEADERDATA: curl->head_user = va_arg(rest, void *); break;
    case CURLOPT_ERRORBUFFER: curl->complaint = va_arg(rest, char *); break;
    case CURLOPT_RESOLVER_START_FUNCTION:
      curl->on_lookup = va_arg(rest, int (*)(void *, void *, void *));
      break;
    case CURLOPT_RESOLVER_START_DATA: curl->lookup_user = va_arg(rest, void *); break;
    case CURLOPT_OPENSOCKETFUNCTION: curl->on_open = va_arg(rest, curl_opensocket_callback); break;
    case CURLOPT_OPENSOCKETDATA: curl->open_user = va_arg(rest, void *); break;
    case CURLOPT_SSL_CTX_FUNCTION:
      curl->on_tls = va_arg(rest, CURLcode(*)(CURL *, void *, void *));
      break;
    case CURLOPT_SSL_CTX_DATA: curl->tls_user = va_arg(rest, void *); break;
    default: break;
  }
  va_end(rest);
  return CURLE_OK;
}

CURLcode __wrap_curl_easy_getinfo(CURL *handle, CURLINFO info, ...) {
  boundary_curl *curl = handle;
  va_list rest;
  va_start(rest, info);
  void *out = va_arg(rest, void *);
  va_end(rest);
  switch (info) {
    case CURLINFO_RESPONSE_CODE: *(long *)out = curl->status; break;
    case CURLINFO_SSL_VERIFYRESULT: *(long *)out = curl->verify_result; break;
    case CURLINFO_OS_ERRNO: *(long *)out = curl->os_errno; break;
    case CURLINFO_PRETRANSFER_TIME_T: *(curl_off_t *)out = curl->is_connected; break;
    case CURLINFO_ACTIVESOCKET: *(curl_socket_t *)out = ++last_socket; break;
    case CURLINFO_CAPATH: *(const char **)out = "/nonexistent"; break;
    case CURLINFO_CAINFO: *(const char **)out = NULL; break;
    default: abort();
  }
  return CURLE_OK;
}

CURLcode __wrap_curl_easy_recv(CURL *handle, void *room, size_t capacity, size_t *count) {
  *count = 0;
  return boundary.receive(handle, room, capacity, count);
}

CURLcode __wrap_curl_easy_send(CURL *handle, const void *bytes, size_t count, size_t *sent) {
  *sent = 0;
  return boundary.send(handle, bytes, count, sent);
}

CURLM *__wrap_curl_multi_init(void) { return &added; }
CURLMcode __wrap_curl_multi_cleanup(CURLM *multi) { return CURLM_OK; }

CURLMcode __wrap_curl_multi_add_handle(CURLM *multi, CURL *handle) {
  boundary_curl *curl = handle;
  curl->is_added = 1;
  curl->is_done = curl->is_told = 0;
  curl->next = NULL;
  boundary_curl **end = &added;
  while (*end) end = &(*end)->next;
  *end = curl;
  boundary.begin(curl);
  return CURLM_OK;
}

CURLMcode __wrap_curl_multi_remove_handle(CURLM *multi, CURL *handle) {
  boundary_curl *curl = handle;
  // A connection that is open stays with the handle until that is cleaned up.
  if (!curl->is_done) boundary.drop(curl);
  take_out(curl);
  return CURLM_OK;
}

CURLMcode __wrap_curl_multi_perform(CURLM *multi, int *running) {
  boundary.perform();
  *running = 0;
  return CURLM_OK;
}

CURLMsg *__wrap_curl_multi_info_read(CURLM *multi, int *left) {
  static CURLMsg message;
  *left = 0;
  for (boundary_curl *curl = added; curl; curl = curl->next)
    if (curl->is_done && !curl->is_told) {
      curl->is_told = 1;
      message = (CURLMsg){.msg = CURLMSG_DONE, .easy_handle = curl};
      message.data.result = curl->code;
      return &message;
    }
  return NULL;
}

const char *boundary_url(boundary_curl *curl) { return curl->url; }
const char *boundary_agent(boundary_curl *curl) { return curl->agent ? curl->agent : ""; }
int boundary_connects_only(boundary_curl *curl) { return curl->connects_only != 0; }
int boundary_looks_up_only(boundary_curl *curl) { return curl->on_open != NULL; }
const char *boundary_header(boundary_curl *curl, size_t number) {
  struct curl_slist *line = curl->headers;
  while (line && number--) line = line->next;
  return line ? line->data : NULL;
}
int boundary_refuses_lookup(boundary_curl *curl) {
  return curl->on_lookup ? curl->on_lookup(NULL, NULL, curl->lookup_user) : 0;
}
int boundary_opens_socket(boundary_curl *curl) {
  struct curl_sockaddr address = {.family = AF_INET};
  return !curl->on_open ||
         curl->on_open(curl->open_user, CURLSOCKTYPE_IPCXN, &address) != CURL_SOCKET_BAD;
}
void boundary_begins_tls(boundary_curl *curl) {
  static SSL_CTX *context;
  if (!context) context = SSL_CTX_new(TLS_client_method());
  // No context is known that the program would refuse.
  if (curl->on_tls && curl->on_tls(curl, context, curl->tls_user) != CURLE_OK) abort();
}
void boundary_connected(boundary_curl *curl) { curl->is_connected = 1; }
int boundary_head_line(boundary_curl *curl, const uint8_t *bytes, size_t count) {
  return !curl->on_head || curl->on_head((char *)bytes, 1, count, curl->head_user) == count;
}
int boundary_body(boundary_curl *curl, const uint8_t *bytes, size_t count) {
  return !count || !curl->on_body ||
         curl->on_body((char *)bytes, 1, count, curl->body_user) == count;
}
void boundary_finish(boundary_curl *curl, int code, long status, long verify_result, long os_errno,
                     const char *complaint) {
  curl->is_done = 1;
  curl->code = code;
  curl->status = status;
  curl->verify_result = verify_result;
  curl->os_errno = os_errno;
  if (curl->complaint) snprintf(curl->complaint, CURL_ERROR_SIZE, "%s", complaint);
}

// MARK: Networks of the kernel's (rtnetlink(7))

static int network_bell = -1;

REAL(int, socket, int, int, int);
int __wrap_socket(int family, int kind, int protocol) {
  if (!boundary_is_on || family != AF_NETLINK) return __real_socket(family, kind, protocol);
  return network_bell = boundary_bell();
}
REAL(int, bind, int, const struct sockaddr *, socklen_t);
int __wrap_bind(int descriptor, const struct sockaddr *name, socklen_t length) {
  if (boundary_is_on && descriptor == network_bell) return 0;
  return __real_bind(descriptor, name, length);
}
REAL(ssize_t, recv, int, void *, size_t, int);
ssize_t __wrap_recv(int descriptor, void *room, size_t capacity, int flags) {
  if (!boundary_is_on || descriptor != network_bell)
    return __real_recv(descriptor, room, capacity, flags);
  boundary_bell_quiet(descriptor);
  errno = EAGAIN;
  return -1;
}
REAL(int, connect, int, const struct sockaddr *, socklen_t);
int __wrap_connect(int descriptor, const struct sockaddr *name, socklen_t length) {
  if (!boundary_is_on) return __real_connect(descriptor, name, length);
  if (boundary.leads_out()) return 0;
  errno = ENETUNREACH;
  return -1;
}
REAL(int, getifaddrs, struct ifaddrs **);
int __wrap_getifaddrs(struct ifaddrs **list) {
  if (!boundary_is_on) return __real_getifaddrs(list);
  static struct sockaddr_in name;
  static struct ifaddrs entry;
  name = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = boundary.address()};
  entry = (struct ifaddrs){
      .ifa_name = "wlan0", .ifa_flags = IFF_UP | IFF_RUNNING, .ifa_addr = (struct sockaddr *)&name};
  *list = name.sin_addr.s_addr ? &entry : NULL;
  return 0;
}
REAL(void, freeifaddrs, struct ifaddrs *);
void __wrap_freeifaddrs(struct ifaddrs *list) {
  if (!boundary_is_on) __real_freeifaddrs(list);
}
void boundary_network_changed(void) {
  if (network_bell >= 0) boundary_bell_ring(network_bell);
}
int __wrap_gethostname(char *name, size_t capacity) {
  snprintf(name, capacity, "desk");
  return 0;
}

// MARK: Files

// Files of the machine that simulates are not the board's.
static int is_foreign(const char *path) {
  const char *prefixes[] = {"/sys/", "/proc/", "/etc/", "/usr/share/fonts", "/run/"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(path, prefixes[i], strlen(prefixes[i]))) return 1;
  return 0;
}

int __real_open(const char *, int, ...);
int __real_ioctl(int, unsigned long, ...);
// By descriptor: 0, or 1 more than the number of the simulation's device that it is.
enum { DESCRIPTORS = 1024 };
static int devices[DESCRIPTORS];

static int open_file(const char *path, int flags, mode_t mode) {
  if (!boundary_is_on) return __real_open(path, flags, mode);
  if (!strncmp(path, "/dev/i2c", 8) || !strncmp(path, "/dev/spi", 8)) {
    int number = boundary.open_device(path);
    if (number < 0) return errno = -number, -1;
    // A file of its own: descriptors of one kind may share what is locked (fcntl(2)).
    int device = memfd_create(path, MFD_CLOEXEC);
    if (device < 0 || device >= DESCRIPTORS) abort();
    devices[device] = number + 1;
    return device;
  }
  if (is_foreign(path)) return errno = ENOENT, -1;
  return __real_open(path, flags, mode);
}

// Swift's own open(path, flags) of the module Glibc: it is called as a function of C.
int boundary_swift_open(const char *path, int flags)
    __asm__("__wrap_$s5Glibc4openys5Int32VSPys4Int8VG_ADtF");
int boundary_swift_open(const char *path, int flags) { return open_file(path, flags, 0); }

REAL(FILE *, fopen, const char *, const char *);
FILE *__wrap_fopen(const char *path, const char *mode) {
  if (boundary_is_on && is_foreign(path)) return errno = ENOENT, NULL;
  return __real_fopen(path, mode);
}
REAL(int, access, const char *, int);
int __wrap_access(const char *path, int mode) {
  if (boundary_is_on && is_foreign(path)) return errno = ENOENT, -1;
  return __real_access(path, mode);
}

/* Inter's outlines differ from one release of Debian to the next: without Inter all draw the same. */
REAL(int, FT_New_Face, void *, const char *, long, void **);
int __wrap_FT_New_Face(void *library, const char *path, long index, void **face) {
  enum { cannot_open_resource = 1 };
  if (boundary_is_on && strstr(path, "/inter/")) return cannot_open_resource;
  return __real_FT_New_Face(library, path, index, face);
}

int __wrap_isatty(int descriptor) { return errno = ENOTTY, 0; }

// A child of fork(2) replaces a file. The child is a real one, which lives no longer than a call here;
// the program is told of its end when that has come in simulated time.
int boundary_file_step = -1, boundary_file_code;
static int is_child, child_steps, disk_is_full;
// What a child tells the simulation: which file it has replaced, whether it had flushed that before, and
// how many bytes it should have written, and has.
static struct {
  char path[512];
  int is_flushed;
  size_t wanted, written;
} *replaced;
const char *boundary_replaced(int *is_flushed, int *is_whole) {
  *is_flushed = replaced && replaced->is_flushed;
  *is_whole = !replaced || replaced->written == replaced->wanted;
  return replaced ? replaced->path : "";
}
enum { CHILDREN = 16 };
static struct {
  pid_t id;
  int status;
  int64_t ends;
} children[CHILDREN];

static void forget_children(void) {
  for (int i = 0; i < CHILDREN; i++) children[i].id = 0;
}

// Whether the child's next call goes wrong.
static int goes_wrong(void) {
  if (!is_child || child_steps++ != boundary_file_step) return 0;
  if (!boundary_file_code) raise(SIGKILL);
  errno = boundary_file_code;
  return 1;
}

REAL(pid_t, fork, void);
REAL(pid_t, waitpid, pid_t, int *, int);
pid_t __wrap_fork(void) {
  if (!boundary_is_on) return __real_fork();
  int64_t takes = boundary.replacing();
  if (!replaced)
    replaced = mmap(NULL, sizeof *replaced, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  memset(replaced, 0, sizeof *replaced);
  pid_t id = __real_fork();
  if (id == 0) is_child = 1;
  if (id <= 0) return id;
  for (int i = 0; i < CHILDREN; i++)
    if (!children[i].id) {
      if (__real_waitpid(id, &children[i].status, 0) != id) abort();
      boundary.replaced();
      children[i].id = id;
      children[i].ends = boundary_monotonic + takes;
      return id;
    }
  abort();
}
pid_t __wrap_waitpid(pid_t id, int *status, int options) {
  if (boundary_is_on && id >= BOUNDARY_FIRST_HOOK) {
    int code = boundary.hook_status(id);
    if (code < 0) return 0;
    *status = code;
    return id;
  }
  for (int i = 0; boundary_is_on && i < CHILDREN; i++)
    if (children[i].id == id) {
      if (boundary_monotonic < children[i].ends) return 0;
      *status = children[i].status;
      children[i].id = 0;
      return id;
    }
  return __real_waitpid(id, status, options);
}
int __wrap_open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (goes_wrong()) return -1;
  return open_file(path, flags, mode);
}
ssize_t __wrap_write(int descriptor, const void *bytes, size_t count) {
  if (is_child) {
    // A disk that gets full takes a part, and then nothing more.
    if (disk_is_full) {
      errno = ENOSPC;
      return -1;
    }
    replaced->wanted += count;
    if (goes_wrong()) {
      if (errno != ENOSPC) return -1;
      disk_is_full = 1;
      count /= 2;
    }
    ssize_t taken = __real_write(descriptor, bytes, count);
    if (taken > 0) replaced->written += taken;
    return taken;
  } else if (boundary_is_on && (descriptor == 1 || descriptor == 2)) {
    boundary.wrote(descriptor, bytes, count);
    return count;
  }
  return __real_write(descriptor, bytes, count);
}
REAL(int, fsync, int);
int __wrap_fsync(int descriptor) {
  if (goes_wrong()) return -1;
  // The folder is flushed only after the file has its name.
  if (is_child && !*replaced->path) replaced->is_flushed = 1;
  return 0;
}
REAL(int, rename, const char *, const char *);
int __wrap_rename(const char *from, const char *to) {
  if (goes_wrong()) return -1;
  if (is_child) snprintf(replaced->path, sizeof replaced->path, "%s", to);
  return __real_rename(from, to);
}

// MARK: Buses and lines

int __wrap_ioctl(int descriptor, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (!boundary_is_on || descriptor < 0 || descriptor >= DESCRIPTORS || !devices[descriptor])
    return __real_ioctl(descriptor, request, argument);
  int code = 0;
  if (request == I2C_RDWR) {
    struct i2c_rdwr_ioctl_data *data = argument;
    code = boundary.write_i2c(data->msgs->addr, data->msgs->buf, data->msgs->len);
  } else if (request == SPI_IOC_MESSAGE(1)) {
    struct spi_ioc_transfer *transfer = argument;
    code = boundary.write_spi(devices[descriptor] - 1, (const uint8_t *)(uintptr_t)transfer->tx_buf,
                              transfer->len);
  }
  return code < 0 ? (errno = -code, -1) : 0;
}

typedef struct {
  unsigned offset;
  int bell, is_active, is_output;
  uint64_t edges[64];
  int levels[64], count;
} gpio_line;
enum { LINES = 32 };
static gpio_line *lines[LINES];

int __wrap_tealight_gpio_find(const char *chip, char *path, size_t capacity) {
  snprintf(path, capacity, "%s", chip);
  return 0;
}
static int request(unsigned offset, int level, int is_output, gpio_line **line) {
  if (offset >= LINES) return -EINVAL;
  if (lines[offset]) return -EBUSY;
  gpio_line *new = calloc(1, sizeof *new);
  *new = (gpio_line){.offset = offset, .bell = is_output ? -1 : boundary_bell(), .is_output = is_output};
  lines[offset] = *line = new;
  return is_output ? boundary.set_line(offset, level) : 0;
}
int __wrap_tealight_gpio_input(const char *path, unsigned offset, int pull, int active_low,
                               const char *consumer, gpio_line **line) {
  return request(offset, 0, 0, line);
}
int __wrap_tealight_gpio_output(const char *path, unsigned offset, int level, const char *consumer,
                                gpio_line **line) {
  return request(offset, level, 1, line);
}
int __wrap_tealight_gpio_consumer(const char *path, unsigned offset, char *name, size_t capacity) {
  return 0;
}
int __wrap_tealight_gpio_set(gpio_line *line, int level) {
  return boundary.set_line(line->offset, level);
}
int __wrap_tealight_gpio_get(gpio_line *line) { return line->is_active; }
int __wrap_tealight_gpio_fd(gpio_line *line) { return line->bell; }
int __wrap_tealight_gpio_edges_kept(void) { return 16; }
typedef struct {
  uint64_t monotonic_ns;
  int32_t active;
} gpio_edge;
int __wrap_tealight_gpio_read(gpio_line *line, gpio_edge *edges, size_t capacity) {
  boundary_bell_quiet(line->bell);
  int count = line->count;
  for (int i = 0; i < count; i++) edges[i] = (gpio_edge){line->edges[i], line->levels[i]};
  line->count = 0;
  return count;
}
void __wrap_tealight_gpio_close(gpio_line *line) {
  if (line->bell >= 0) close(line->bell);
  lines[line->offset] = NULL;
  free(line);
}
void boundary_edge(unsigned offset, int is_active) {
  gpio_line *line = offset < LINES ? lines[offset] : NULL;
  if (!line || line->is_output || line->count == 16) return;
  line->is_active = is_active;
  line->edges[line->count] = boundary_monotonic * 1000000;
  line->levels[line->count++] = is_active;
  boundary_bell_ring(line->bell);
}
