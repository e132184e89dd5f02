#include "tealight_broker.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Without a broker the library costs nothing and need not be installed.
#define FUNCTIONS(use)                                                                           \
  use(mosquitto_lib_init) use(mosquitto_new) use(mosquitto_destroy) use(mosquitto_int_option)    \
      use(mosquitto_threaded_set) use(mosquitto_username_pw_set) use(mosquitto_will_set)         \
          use(mosquitto_tls_set) use(mosquitto_tls_opts_set) use(mosquitto_connect_bind_v5)      \
              use(mosquitto_disconnect) use(mosquitto_loop_forever) use(mosquitto_publish)       \
                  use(mosquitto_subscribe_v5) use(mosquitto_unsubscribe)                         \
                      use(mosquitto_connect_v5_callback_set)                                     \
                          use(mosquitto_disconnect_v5_callback_set)                              \
                              use(mosquitto_publish_v5_callback_set)                                \
                                  use(mosquitto_message_callback_set)                            \
                                      use(mosquitto_subscribe_callback_set)                      \
                                          use(mosquitto_log_callback_set)                        \
                                              use(mosquitto_property_add_int32)                  \
                                                  use(mosquitto_property_read_int16)             \
                                                      use(mosquitto_property_free_all)           \
                                                          use(mosquitto_socket)

#define POINTER(name) __typeof__(name) *name;
static struct {
  void *handle;
  FUNCTIONS(POINTER)
} library;

const char *tealight_broker_open(void) {
  if (library.handle) return NULL;
  void *handle = dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return dlerror();
#define FIND(name) \
  if (!(library.name = (__typeof__(name) *)dlsym(handle, #name))) return dlerror();
  FUNCTIONS(FIND)
  library.handle = handle;
  return NULL;
}

// One event, with its text and its bytes behind it.
typedef struct event {
  struct event *next;
  tealight_broker_event said;
  size_t size;
  char room[];
} event;

typedef struct {
  tealight_broker_options options;
  char *texts[9];
} attempt;

struct tealight_broker {
  int descriptor;

  // Guards what the two threads hand each other.
  pthread_mutex_t lock;
  pthread_cond_t changed;
  attempt *asked;
  atomic_int is_ending;
  int has_ended, is_abandoned;
  event *first, *last, *taken;
  unsigned events, dropped;
  size_t bytes;

  // Guards `current`, while the owner's thread calls the library with it. No callback takes it.
  pthread_mutex_t gate;
  struct mosquitto *current;
  atomic_int is_connected;

  // Used by the library's thread alone.
  int refusal, closed;
  char complaint[256];
};

static void free_attempt(attempt *each) {
  if (!each) return;
  for (size_t index = 0; index < sizeof each->texts / sizeof *each->texts; index++) {
    // A password is among them.
    if (each->texts[index]) explicit_bzero(each->texts[index], strlen(each->texts[index]));
    free(each->texts[index]);
  }
  free(each);
}

static void free_broker(tealight_broker *broker) {
  free_attempt(broker->asked);
  free(broker->taken);
  for (event *each = broker->first, *next; each; each = next) {
    next = each->next;
    free(each);
  }
  close(broker->descriptor);
  pthread_mutex_destroy(&broker->lock);
  pthread_mutex_destroy(&broker->gate);
  pthread_cond_destroy(&broker->changed);
  free(broker);
}

static struct timespec after(unsigned milliseconds) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  time.tv_sec += milliseconds / 1000;
  time.tv_nsec += milliseconds % 1000 * 1000000L;
  if (time.tv_nsec >= 1000000000L) {
    time.tv_sec++;
    time.tv_nsec -= 1000000000L;
  }
  return time;
}

// Counts a message that the owner does not get, and wakes the owner, which reports it.
static void drop(tealight_broker *broker) {
  pthread_mutex_lock(&broker->lock);
  broker->dropped++;
  pthread_mutex_unlock(&broker->lock);
  eventfd_write(broker->descriptor, 1);
}

// Queues an event for the owner. Events that the broker can cause at any time wait for room, and so does
// the broker behind them; events about the connection's state always have room.
static void tell(tealight_broker *broker, tealight_broker_event said, const char *text,
                 const uint8_t *bytes, size_t count) {
  size_t text_size = strlen(text) + 1, size = sizeof(event) + text_size + count;
  event *told = malloc(size);
  if (!told) abort();
  told->next = NULL;
  told->size = size;
  told->said = said;
  memcpy(told->room, text, text_size);
  if (count) memcpy(told->room + text_size, bytes, count);
  told->said.text = told->room;
  told->said.bytes = (const uint8_t *)told->room + text_size;
  told->said.count = count;

  // Longer than the pause of an owner that has read its number of messages for one second.
  struct timespec end = after(2500);
  pthread_mutex_lock(&broker->lock);
  int waits = said.kind == TEALIGHT_BROKER_MESSAGE || said.kind == TEALIGHT_BROKER_SUBSCRIBED;
  while (waits && !broker->is_ending &&
         (broker->events >= TEALIGHT_BROKER_EVENTS_MAX ||
          broker->bytes + size > TEALIGHT_BROKER_BYTES_MAX)) {
    if (!pthread_cond_timedwait(&broker->changed, &broker->lock, &end)) continue;
    pthread_mutex_unlock(&broker->lock);
    free(told);
    drop(broker);
    return;
  }
  if (broker->last) broker->last->next = told;
  else broker->first = told;
  broker->last = told;
  broker->events++;
  broker->bytes += size;
  pthread_mutex_unlock(&broker->lock);
  eventfd_write(broker->descriptor, 1);
}

static void on_connect(struct mosquitto *handle, void *user, int answer, int flags,
                       const mosquitto_property *properties) {
  (void)flags;
  tealight_broker *broker = user;
  // MQTT 5.0, section 3.2: a broker answers CONNECT once.
  if (broker->is_connected) {
    library.mosquitto_disconnect(handle);
    return;
  }
  broker->refusal = answer;
  if (answer) return;
  // MQTT 5.0, section 3.2.2.3.14: with 0 neither side checks whether the other is there, and the
  // library's loop does not wait any more.
  uint16_t seconds;
  if (library.mosquitto_property_read_int16(properties, MQTT_PROP_SERVER_KEEP_ALIVE, &seconds,
                                            false) &&
      !seconds) {
    broker->closed = MOSQ_ERR_NOT_SUPPORTED;
    library.mosquitto_disconnect(handle);
    return;
  }
  broker->is_connected = 1;
  tell(broker, (tealight_broker_event){.kind = TEALIGHT_BROKER_CONNECTED}, "", NULL, 0);
}

static void on_disconnect(struct mosquitto *handle, void *user, int reason,
                          const mosquitto_property *properties) {
  (void)properties;
  tealight_broker *broker = user;
  // Only the first reason counts: later ones come from how the library closes.
  if (!broker->closed) broker->closed = reason;
  // The owner decides when to connect again.
  library.mosquitto_disconnect(handle);
}

static void on_message(struct mosquitto *handle, void *user,
                       const struct mosquitto_message *message) {
  (void)handle;
  tealight_broker *broker = user;
  if (message->payloadlen > TEALIGHT_BROKER_MESSAGE_MAX) {
    drop(broker);
    return;
  }
  tealight_broker_event said = {.kind = TEALIGHT_BROKER_MESSAGE,
                                .is_retained = message->retain};
  tell(broker, said, message->topic, message->payload, (size_t)message->payloadlen);
}

static void on_publish(struct mosquitto *handle, void *user, int number, int reason,
                       const mosquitto_property *properties) {
  (void)handle, (void)properties;
  tealight_broker_event said = {
      .kind = TEALIGHT_BROKER_PUBLISHED, .number = number, .is_granted = reason < 0x80};
  tell(user, said, "", NULL, 0);
}

static void on_subscribe(struct mosquitto *handle, void *user, int number, int count,
                         const int *granted) {
  (void)handle;
  tealight_broker_event said = {.kind = TEALIGHT_BROKER_SUBSCRIBED,
                                .number = number,
                                .is_granted = count == 1 && granted[0] <= 2};
  tell(user, said, "", NULL, 0);
}

static void on_log(struct mosquitto *handle, void *user, int level, const char *text) {
  (void)handle;
  tealight_broker *broker = user;
  if (level & (MOSQ_LOG_ERR | MOSQ_LOG_WARNING))
    snprintf(broker->complaint, sizeof broker->complaint, "%s", text);
}

// With an encrypted key the connection fails: nobody is there to type a password.
static int no_password(char *room, int size, int is_writing, void *user) {
  (void)room, (void)size, (void)is_writing, (void)user;
  return 0;
}

static int configure(struct mosquitto *handle, const tealight_broker_options *options) {
  int version = options->is_version_5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311;
  int failure = library.mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version);
  if (!failure) failure = library.mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1);
  if (!failure) failure = library.mosquitto_threaded_set(handle, true);
  if (!failure && options->user)
    failure = library.mosquitto_username_pw_set(handle, options->user, options->password);
  if (!failure && options->will_topic)
    failure = library.mosquitto_will_set(handle, options->will_topic,
                                         (int)strlen(options->will), options->will, 1, true);
  if (!failure && options->is_tls) {
    // The system's CAs are looked up one by one; reading all of them would take tens of milliseconds.
    const char *folder = options->ca_file ? NULL : "/etc/ssl/certs";
    failure = library.mosquitto_tls_set(handle, options->ca_file, folder, options->certificate,
                                        options->key, no_password);
    if (!failure) failure = library.mosquitto_tls_opts_set(handle, 1, NULL, NULL);
  }
  library.mosquitto_connect_v5_callback_set(handle, on_connect);
  library.mosquitto_disconnect_v5_callback_set(handle, on_disconnect);
  library.mosquitto_message_callback_set(handle, on_message);
  library.mosquitto_publish_v5_callback_set(handle, on_publish);
  library.mosquitto_subscribe_callback_set(handle, on_subscribe);
  library.mosquitto_log_callback_set(handle, on_log);
  return failure;
}

// Libmosquitto 2.0 asserts where it could return an error: a packet with a property that it does not
// know would end the process. It calls this function in place of the C library's, since the program
// exports it. On the library's thread only the connection ends; on any other thread the process does.
static _Thread_local jmp_buf *way_out;

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) {
  if (way_out) longjmp(*way_out, MOSQ_ERR_MALFORMED_PACKET);
  fprintf(stderr, "%s:%u: %s: assertion \"%s\" failed\n", file, line, function, assertion);
  abort();
}

// The position in the broker's packets, on the library's thread (MQTT 5.0, section 2.1). The functions
// below are called in place of the C library's and of OpenSSL's, too.
static _Thread_local struct {
  // -1 if TLS is read in place of the socket.
  int descriptor;
  int is_length, shift;
  size_t rest;
} packet;

// Libmosquitto 2.0 asks for the first byte of a packet, and for each byte of its length, alone. 2.1 asks
// for 4096 bytes of whatever follows. It gets no more than 2.0 would, as a socket may return less than
// was asked for: so all packets before a forbidden one are complete and handled.
static size_t limit_read(size_t count) {
  size_t most = packet.rest && !packet.is_length ? packet.rest : 1;
  return count < most ? count : most;
}

// Nothing here uses QoS 2. The library would keep such messages until the broker goes on with them,
// without a limit. It would also answer packets that only clients send, whether the broker reads the
// answers or not.
static void check_kind(uint8_t first) {
  const unsigned kinds = 1U << (CMD_CONNACK >> 4) | 1U << (CMD_PUBLISH >> 4) |
                         1U << (CMD_PUBACK >> 4) | 1U << (CMD_SUBACK >> 4) |
                         1U << (CMD_UNSUBACK >> 4) | 1U << (CMD_PINGRESP >> 4) |
                         1U << (CMD_DISCONNECT >> 4);
  unsigned kind = first >> 4, qos = first >> 1 & 3;
  if (!(kinds >> kind & 1) || (kind == CMD_PUBLISH >> 4 && qos > 2))
    longjmp(*way_out, MOSQ_ERR_PROTOCOL);
  if (kind == CMD_PUBLISH >> 4 && qos == 2) longjmp(*way_out, MOSQ_ERR_QOS_NOT_SUPPORTED);
}

// A packet may have 256 MiB. The library allocates as much as its head says, and copies it; only an
// honest broker that speaks MQTT 5 keeps to the Maximum Packet Size that it is told (3.1.2.11.4).
static void check_length(void) {
  if (packet.rest > TEALIGHT_BROKER_PACKET_MAX) longjmp(*way_out, MOSQ_ERR_OVERSIZE_PACKET);
}

static void follow_packet(const uint8_t *bytes, ssize_t count) {
  for (ssize_t index = 0; index < count;) {
    if (packet.is_length) {
      uint8_t byte = bytes[index++];
      // A length has four bytes at most.
      if (packet.shift >= 21 && byte >> 7) longjmp(*way_out, MOSQ_ERR_MALFORMED_PACKET);
      packet.rest |= (size_t)(byte & 127) << packet.shift;
      packet.shift += 7;
      packet.is_length = byte >> 7;
      if (!packet.is_length) check_length();
    } else if (packet.rest) {
      size_t left = (size_t)(count - index), taken = left < packet.rest ? left : packet.rest;
      packet.rest -= taken;
      index += (ssize_t)taken;
    } else {
      check_kind(bytes[index++]);
      packet.is_length = 1;
      packet.shift = 0;
    }
  }
}

ssize_t read(int descriptor, void *room, size_t count) {
  int is_packet = way_out && descriptor == packet.descriptor;
  ssize_t taken = syscall(SYS_read, descriptor, room, is_packet ? limit_read(count) : count);
  if (is_packet) follow_packet(room, taken);
  return taken;
}

int SSL_read(void *connection, void *room, int count) {
  static _Atomic(void *) found;
  void *next = found;
  if (!next) found = next = dlsym(RTLD_NEXT, "SSL_read");
  if (way_out && count > 0) count = (int)limit_read((size_t)count);
  int taken = ((int (*)(void *, void *, int))next)(connection, room, count);
  if (way_out) follow_packet(room, taken);
  return taken;
}

// How long each address of the broker has to answer, in milliseconds; 0 on all other threads.
static _Thread_local unsigned patience;

// The library waits for an address as long as the kernel does, which is two minutes if nothing answers.
// It makes the socket itself, so the wait can be limited only here. Like those above, this function is
// called in place of the C library's.
int connect(int socket, __CONST_SOCKADDR_ARG address, socklen_t size) {
  // Name services connect on this thread, too; their non-blocking sockets are left alone.
  int is_limited = patience && !(fcntl(socket, F_GETFL) & O_NONBLOCK);
  struct timeval limit = {.tv_sec = patience / 1000, .tv_usec = patience % 1000 * 1000L};
  if (is_limited) setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  int failure = (int)syscall(SYS_connect, socket, address.__sockaddr__, size);
  // When the time is over, connect gives EINPROGRESS (socket(7)), which the library takes for a
  // connection.
  if (failure && is_limited && errno == EINPROGRESS) errno = ETIMEDOUT;
  return failure;
}

// Runs the library's loop, and returns how the connection has ended.
static int loop(struct mosquitto *handle, const tealight_broker_options *options) {
  jmp_buf out;
  // The library holds none of its locks while it reads a packet.
  int reason = setjmp(out);
  if (reason) {
    way_out = NULL;
    return reason;
  }
  way_out = &out;
  packet = (__typeof__(packet)){
      .descriptor = options->is_tls ? -1 : library.mosquitto_socket(handle)};
  int ended = library.mosquitto_loop_forever(handle, (int)options->keep_alive * 1000, 1);
  way_out = NULL;
  return ended;
}

// Makes one connection, and serves it until it ends.
static void connect_once(tealight_broker *broker, const tealight_broker_options *options) {
  broker->complaint[0] = 0;
  broker->refusal = broker->closed = 0;
  errno = 0;
  struct mosquitto *handle = library.mosquitto_new(options->client, true, broker);
  int reason = handle ? configure(handle, options) : MOSQ_ERR_NOMEM;
  mosquitto_property *properties = NULL;
  if (!reason && options->is_version_5)
    reason = library.mosquitto_property_add_int32(&properties, MQTT_PROP_MAXIMUM_PACKET_SIZE,
                                                  TEALIGHT_BROKER_MESSAGE_MAX);
  patience = options->connect_milliseconds;
  if (!reason)
    reason = library.mosquitto_connect_bind_v5(handle, options->host, options->port,
                                               (int)options->keep_alive, NULL, properties);
  int code = errno;
  if (!reason) {
    pthread_mutex_lock(&broker->gate);
    broker->current = handle;
    pthread_mutex_unlock(&broker->gate);
    errno = 0;
    // The loop sends CONNECT, which after the end would throw out a client that has the name by now.
    int ended = broker->is_ending ? MOSQ_ERR_SUCCESS : loop(handle, options);
    code = errno;
    reason = broker->closed ? broker->closed : ended;
    pthread_mutex_lock(&broker->gate);
    broker->current = NULL;
    broker->is_connected = 0;
    pthread_mutex_unlock(&broker->gate);
  }
  library.mosquitto_property_free_all(&properties);
  if (handle) library.mosquitto_destroy(handle);
  tealight_broker_event said = {.kind = TEALIGHT_BROKER_CLOSED,
                                .reason = reason,
                                .code = code,
                                .refusal = broker->refusal};
  tell(broker, said, broker->complaint, NULL, 0);
}

static pthread_once_t initialised = PTHREAD_ONCE_INIT;
static void initialise(void) { library.mosquitto_lib_init(); }

static void *work(void *user) {
  tealight_broker *broker = user;
  pthread_once(&initialised, initialise);
  pthread_mutex_lock(&broker->lock);
  while (!broker->is_ending) {
    attempt *next = broker->asked;
    if (!next) {
      pthread_cond_wait(&broker->changed, &broker->lock);
      continue;
    }
    broker->asked = NULL;
    pthread_mutex_unlock(&broker->lock);
    connect_once(broker, &next->options);
    free_attempt(next);
    pthread_mutex_lock(&broker->lock);
  }
  broker->has_ended = 1;
  int is_abandoned = broker->is_abandoned;
  pthread_cond_broadcast(&broker->changed);
  pthread_mutex_unlock(&broker->lock);
  if (is_abandoned) free_broker(broker);
  return NULL;
}

tealight_broker *tealight_broker_start(void) {
  tealight_broker *broker = calloc(1, sizeof *broker);
  if (!broker) abort();
  broker->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&broker->changed, &monotonic);
  pthread_condattr_destroy(&monotonic);
  pthread_mutex_init(&broker->lock, NULL);
  pthread_mutex_init(&broker->gate, NULL);

  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // A thread begins with the signal mask of the thread that makes it.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int failure = pthread_create(&thread, &attributes, work, broker);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (!failure) pthread_setname_np(thread, "broker");
  if (!failure && broker->descriptor >= 0) return broker;
  if (failure) free_broker(broker);
  else tealight_broker_end(broker, 0);
  return NULL;
}

int tealight_broker_descriptor(tealight_broker *broker) { return broker->descriptor; }

int tealight_broker_next(tealight_broker *broker, tealight_broker_event *said) {
  pthread_mutex_lock(&broker->lock);
  free(broker->taken);
  broker->taken = broker->first;
  if (broker->taken) {
    broker->first = broker->taken->next;
    if (!broker->first) broker->last = NULL;
    broker->events--;
    broker->bytes -= broker->taken->size;
    *said = broker->taken->said;
    pthread_cond_broadcast(&broker->changed);
  } else {
    eventfd_t count;
    eventfd_read(broker->descriptor, &count);
  }
  unsigned dropped = broker->taken ? 0 : broker->dropped;
  if (dropped) broker->dropped = 0;
  int has_event = broker->taken != NULL;
  pthread_mutex_unlock(&broker->lock);
  if (dropped)
    *said = (tealight_broker_event){
        .kind = TEALIGHT_BROKER_DROPPED, .number = (int)dropped, .text = ""};
  return has_event || dropped;
}

static char *copy(attempt *into, size_t *count, const char *text) {
  if (!text) return NULL;
  char *copied = strdup(text);
  if (!copied) abort();
  return into->texts[(*count)++] = copied;
}

void tealight_broker_connect(tealight_broker *broker, const tealight_broker_options *options) {
  attempt *next = calloc(1, sizeof *next);
  if (!next) abort();
  size_t count = 0;
  next->options = *options;
  next->options.host = copy(next, &count, options->host);
  next->options.client = copy(next, &count, options->client);
  next->options.user = copy(next, &count, options->user);
  next->options.password = copy(next, &count, options->password);
  next->options.ca_file = copy(next, &count, options->ca_file);
  next->options.certificate = copy(next, &count, options->certificate);
  next->options.key = copy(next, &count, options->key);
  next->options.will_topic = copy(next, &count, options->will_topic);
  next->options.will = copy(next, &count, options->will);
  pthread_mutex_lock(&broker->lock);
  free_attempt(broker->asked);
  broker->asked = next;
  pthread_cond_broadcast(&broker->changed);
  pthread_mutex_unlock(&broker->lock);
}

// Calls the library for the current connection, if there is one.
#define WITH_CURRENT(broker, call)                        \
  int number = 0;                                         \
  pthread_mutex_lock(&(broker)->gate);                    \
  struct mosquitto *handle = (broker)->current;           \
  int failure = MOSQ_ERR_NO_CONN;                         \
  if (handle && (broker)->is_connected) failure = (call); \
  pthread_mutex_unlock(&(broker)->gate);                  \
  return failure ? -failure : number;

int tealight_broker_publish(tealight_broker *broker, const char *topic, const uint8_t *bytes,
                            size_t count, int qos, int is_retained) {
  WITH_CURRENT(broker, library.mosquitto_publish(handle, &number, topic, (int)count, bytes, qos,
                                                 is_retained != 0))
}

int tealight_broker_subscribe(tealight_broker *broker, const char *filter, int qos,
                              int hears_kept) {
  int options = hears_kept ? MQTT_SUB_OPT_SEND_RETAIN_ALWAYS : MQTT_SUB_OPT_SEND_RETAIN_NEVER;
  WITH_CURRENT(broker, library.mosquitto_subscribe_v5(handle, &number, filter, qos, options, NULL))
}

int tealight_broker_unsubscribe(tealight_broker *broker, const char *filter) {
  WITH_CURRENT(broker, library.mosquitto_unsubscribe(handle, &number, filter))
}

// A process that has a thread in the library must not free the library's memory under it (OpenSSL frees
// its own at exit): it only writes what was printed, and ends.
static void leave(int status, void *unused) {
  (void)unused;
  fflush(NULL);
  _exit(status);
}

void tealight_broker_end(tealight_broker *broker, unsigned milliseconds) {
  struct timespec end = after(milliseconds);
  pthread_mutex_lock(&broker->lock);
  broker->is_ending = 1;
  pthread_cond_broadcast(&broker->changed);
  pthread_mutex_unlock(&broker->lock);
  pthread_mutex_lock(&broker->gate);
  if (broker->current) library.mosquitto_disconnect(broker->current);
  pthread_mutex_unlock(&broker->gate);
  pthread_mutex_lock(&broker->lock);
  while (!broker->has_ended)
    if (pthread_cond_timedwait(&broker->changed, &broker->lock, &end)) break;
  int has_ended = broker->has_ended;
  broker->is_abandoned = !has_ended;
  pthread_mutex_unlock(&broker->lock);
  if (has_ended) free_broker(broker);
  else on_exit(leave, NULL);
}
