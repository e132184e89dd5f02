#include "tealight_web.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Libraries that libcurl needs load GnuTLS. Nothing here calls it, but it would initialise itself at
// once, in 150 kB. It does not if the program exports this function (gnutls.h, GNUTLS_SKIP_GLOBAL_INIT).
// Libmicrohttpd, which uses it for HTTPS, initialises it when it is loaded.
int _gnutls_global_init_skip(void) { return 1; }

// The library is opened when it is needed: without a server it costs nothing and need not be installed.
#define FUNCTIONS(use)                                                                         \
  use(MHD_start_daemon) use(MHD_stop_daemon) use(MHD_run) use(MHD_get_timeout)                 \
      use(MHD_get_daemon_info) use(MHD_get_connection_info) use(MHD_get_connection_values)     \
          use(MHD_create_response_from_buffer) use(MHD_create_response_from_callback)          \
              use(MHD_add_response_header) use(MHD_queue_response) use(MHD_destroy_response)   \
                  use(MHD_suspend_connection) use(MHD_resume_connection)

#define POINTER(name) __typeof__(name) *name;
static struct {
  void *handle;
  FUNCTIONS(POINTER)
} library;

const char *tealight_web_open(void) {
  if (library.handle) return NULL;
  void *handle = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return dlerror();
#define FIND(name) \
  if (!(library.name = (__typeof__(name) *)dlsym(handle, #name))) return dlerror();
  FUNCTIONS(FIND)
  library.handle = handle;
  return NULL;
}

struct tealight_web {
  tealight_web_calls calls;
  struct MHD_Daemon *daemon;
  tealight_web_connection *first;
};

struct tealight_web_connection {
  tealight_web *web;
  tealight_web_connection *next;
  struct MHD_Connection *handle;
  int descriptor;
  // The state of the current request.
  char *target;
  int has_head, is_answered, is_parked, is_shut;
  enum MHD_Result result;
  size_t count;
  uint8_t body[TEALIGHT_WEB_BODY_MAX];
};

int tealight_web_listen(const uint8_t *address, size_t count, uint16_t port) {
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
  } name = {0};
  socklen_t length = count == 4 ? sizeof name.four : sizeof name.six;
  if (count == 4) {
    name.four.sin_family = AF_INET;
    name.four.sin_port = htons(port);
    memcpy(&name.four.sin_addr, address, 4);
  } else {
    name.six.sin6_family = AF_INET6;
    name.six.sin6_port = htons(port);
    memcpy(&name.six.sin6_addr, address, 16);
  }
  int listener = socket(name.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0) return -errno;
  int on = 1;
  // A small send buffer: the backlog of a slow reader stays here and not in the kernel, so that the next
  // picture it gets is the newest. Connections inherit it.
  int unsent = 16 * 1024;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  setsockopt(listener, SOL_SOCKET, SO_SNDBUF, &unsent, sizeof unsent);
  // A peer that is gone without FIN or RST: data unacknowledged for 30 s ends the connection.
  unsigned unconfirmed = 30 * 1000;
  setsockopt(listener, IPPROTO_TCP, TCP_USER_TIMEOUT, &unconfirmed, sizeof unconfirmed);
  // The server may listen on an address that the board has not got yet, early in its start.
  setsockopt(listener, IPPROTO_IP, IP_FREEBIND, &on, sizeof on);
  if (count == 16) setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  if (bind(listener, &name.any, length) < 0 || listen(listener, 16) < 0) {
    int code = -errno;
    close(listener);
    return code;
  }
  return listener;
}

uint16_t tealight_web_port(int listener) {
  struct sockaddr_in6 name = {0};
  socklen_t length = sizeof name;
  getsockname(listener, (struct sockaddr *)&name, &length);
  // The port stands at the same place in both families.
  return ntohs(name.sin6_port);
}

// The bytes of an address: 4, 16, or 0 for another family.
static size_t bytes_of(const struct sockaddr *name, const uint8_t **bytes) {
  if (name->sa_family == AF_INET) {
    *bytes = (const uint8_t *)&((const struct sockaddr_in *)name)->sin_addr;
    return 4;
  }
  *bytes = (const uint8_t *)&((const struct sockaddr_in6 *)name)->sin6_addr;
  return name->sa_family == AF_INET6 ? 16 : 0;
}

static enum MHD_Result accepts(void *user, const struct sockaddr *name, socklen_t length) {
  tealight_web *web = user;
  (void)length;
  const uint8_t *bytes;
  size_t count = bytes_of(name, &bytes);
  return count && web->calls.accepts(web->calls.user, bytes, count) ? MHD_YES : MHD_NO;
}

static void forget_request(tealight_web_connection *connection) {
  free(connection->target);
  connection->target = NULL;
  connection->has_head = connection->is_answered = connection->is_parked = 0;
  connection->count = 0;
}

static void notice(void *user, struct MHD_Connection *handle, void **context,
                   enum MHD_ConnectionNotificationCode code) {
  tealight_web *web = user;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    tealight_web_connection *connection = calloc(1, sizeof *connection);
    if (!connection) abort();
    connection->web = web;
    connection->handle = handle;
    connection->next = web->first;
    web->first = connection;
    *context = connection;
    connection->descriptor =
        library.MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    const uint8_t *bytes;
    size_t count = bytes_of(
        library.MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr,
        &bytes);
    union {
      struct sockaddr any;
      struct sockaddr_in6 largest;
    } name;
    socklen_t length = sizeof name;
    const uint8_t *own = NULL;
    if (getsockname(connection->descriptor, &name.any, &length) ||
        bytes_of(&name.any, &own) != count)
      own = NULL;
    web->calls.opened(web->calls.user, connection, bytes, count, own);
    return;
  }
  tealight_web_connection *connection = *context;
  if (!connection) return;
  web->calls.closed(web->calls.user, connection);
  tealight_web_connection **place = &web->first;
  while (*place != connection) place = &(*place)->next;
  *place = connection->next;
  forget_request(connection);
  free(connection);
  *context = NULL;
}

static tealight_web_connection *connection_of(struct MHD_Connection *handle) {
  return library.MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
      ->socket_context;
}

// Keeps the target as it came: the library would decode it, and take it apart.
static void *began(void *user, const char *target, struct MHD_Connection *handle) {
  (void)user;
  tealight_web_connection *connection = connection_of(handle);
  forget_request(connection);
  connection->target = strdup(target);
  return connection;
}

static enum MHD_Result field(void *user, enum MHD_ValueKind kind, const char *name,
                             const char *value) {
  (void)kind;
  tealight_web_connection *connection = user;
  connection->web->calls.field(connection->web->calls.user, connection, name,
                               value ? value : "");
  return MHD_YES;
}

static enum MHD_Result request(void *user, struct MHD_Connection *handle, const char *url,
                               const char *method, const char *version, const char *bytes,
                               size_t *count, void **context) {
  (void)url;
  tealight_web *web = user;
  tealight_web_connection *connection = *context;
  if (!connection->has_head) {
    connection->has_head = 1;
    library.MHD_get_connection_values(handle, MHD_HEADER_KIND, field, connection);
    size_t head_bytes =
        library.MHD_get_connection_info(handle, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)
            ->header_size;
    web->calls.head(web->calls.user, connection, method,
                    connection->target ? connection->target : "", version, head_bytes);
    return connection->is_answered ? connection->result : MHD_YES;
  }
  if (*count) {
    // A body larger than the buffer, whatever Content-Length said: the connection is closed.
    if (*count > sizeof connection->body - connection->count) return MHD_NO;
    memcpy(connection->body + connection->count, bytes, *count);
    connection->count += *count;
    *count = 0;
    return MHD_YES;
  }
  if (!connection->is_answered)
    web->calls.whole(web->calls.user, connection, connection->body, connection->count);
  return connection->is_answered ? connection->result : MHD_NO;
}

static void finished(void *user, struct MHD_Connection *handle, void **context,
                     enum MHD_RequestTerminationCode code) {
  (void)handle, (void)code;
  tealight_web *web = user;
  tealight_web_connection *connection = *context;
  if (!connection) return;
  forget_request(connection);
  web->calls.sent(web->calls.user, connection);
  *context = NULL;
}

static ssize_t read_stream(void *user, uint64_t position, char *room, size_t capacity) {
  (void)position;
  tealight_web_connection *connection = user;
  if (connection->is_shut) return MHD_CONTENT_READER_END_WITH_ERROR;
  tealight_web_calls *calls = &connection->web->calls;
  ssize_t count = calls->read(calls->user, connection, (uint8_t *)room, capacity);
  if (count > 0) return count;
  if (count < 0) return MHD_CONTENT_READER_END_OF_STREAM;
  // If it were not suspended, the library would ask again at once, without end.
  connection->is_parked = 1;
  library.MHD_suspend_connection(connection->handle);
  return 0;
}

static void answer(tealight_web_connection *connection, unsigned status,
                   const char *const *fields, struct MHD_Response *response) {
  connection->is_answered = 1;
  connection->result = MHD_NO;
  if (!response) return;
  for (; *fields; fields += 2) library.MHD_add_response_header(response, fields[0], fields[1]);
  connection->result = library.MHD_queue_response(connection->handle, status, response);
  library.MHD_destroy_response(response);
}

void tealight_web_answer(tealight_web_connection *connection, unsigned status,
                         const char *const *fields, const uint8_t *body, size_t count) {
  answer(connection, status, fields,
         library.MHD_create_response_from_buffer(count, (void *)body, MHD_RESPMEM_MUST_COPY));
}

void tealight_web_stream(tealight_web_connection *connection, unsigned status,
                         const char *const *fields) {
  answer(connection, status, fields,
         library.MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read_stream,
                                                   connection, NULL));
}

void tealight_web_wake(tealight_web_connection *connection) {
  if (!connection->is_parked) return;
  connection->is_parked = 0;
  library.MHD_resume_connection(connection->handle);
}

int tealight_web_has_left(tealight_web_connection *connection) {
  struct pollfd peer = {.fd = connection->descriptor, .events = POLLRDHUP};
  return poll(&peer, 1, 0) > 0;
}

void tealight_web_shut(tealight_web_connection *connection) {
  connection->is_shut = 1;
  shutdown(connection->descriptor, SHUT_RDWR);
  tealight_web_wake(connection);
}

// The library's last log message: the reason why it does not start.
static char complaint[256];

static void complain(void *user, const char *format, va_list values) {
  (void)user;
  vsnprintf(complaint, sizeof complaint, format, values);
}

tealight_web *tealight_web_start(const tealight_web_calls *calls, int listener,
                                 unsigned connections, const char *certificate, const char *key,
                                 char *why, size_t capacity) {
  tealight_web *web = calloc(1, sizeof *web);
  if (!web) abort();
  web->calls = *calls;
  complaint[0] = 0;
  unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
  if (certificate) flags |= MHD_USE_TLS;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
      {MHD_OPTION_END, 0, NULL}};
  web->daemon = library.MHD_start_daemon(
      flags, 0, accepts, web, request, web,
      // The logger comes first, so that it gets the errors of all other options.
      MHD_OPTION_EXTERNAL_LOGGER, complain, NULL, MHD_OPTION_LISTEN_SOCKET, listener,
      // Never reached: a connection too many is refused when it comes, and does not wait.
      MHD_OPTION_CONNECTION_LIMIT, connections + 1,
      // Room for a head of 8 KiB and the head of an answer.
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(20 * 1024), MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_URI_LOG_CALLBACK, began, web,
      MHD_OPTION_NOTIFY_COMPLETED, finished, web, MHD_OPTION_NOTIFY_CONNECTION, notice, web,
      MHD_OPTION_ARRAY, certificate ? tls : tls + 3, MHD_OPTION_END);
  if (web->daemon) return web;
  complaint[strcspn(complaint, "\n")] = 0;
  snprintf(why, capacity, "%s", complaint);
  // The library closes the socket in some of these cases and not in others.
  if (fcntl(listener, F_GETFD) >= 0) close(listener);
  free(web);
  return NULL;
}

int tealight_web_descriptor(tealight_web *web) {
  return library.MHD_get_daemon_info(web->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

int64_t tealight_web_timeout(tealight_web *web) {
  MHD_UNSIGNED_LONG_LONG milliseconds;
  return library.MHD_get_timeout(web->daemon, &milliseconds) == MHD_YES ? (int64_t)milliseconds
                                                                        : -1;
}

void tealight_web_run(tealight_web *web) { library.MHD_run(web->daemon); }

void tealight_web_stop(tealight_web *web) {
  // The library aborts if it is stopped while a connection is suspended.
  for (tealight_web_connection *each = web->first; each; each = each->next)
    tealight_web_shut(each);
  library.MHD_run(web->daemon);
  library.MHD_stop_daemon(web->daemon);
  free(web);
}
