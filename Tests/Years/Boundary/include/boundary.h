#pragma once
#include <stddef.h>
#include <stdint.h>

// The simulation has one thread.
#define SHARED __attribute__((swift_attr("nonisolated(unsafe)")))

// These functions stand in place of libcurl, libgpiod and the kernel where the program calls them. The
// linker leads those calls here (ld(1), --wrap): the program itself is the one that is shipped.

// One handle of libcurl.
typedef struct boundary_curl boundary_curl;
// A client of a broker, as in tealight_broker.h.
typedef struct tealight_broker tealight_broker;

// What the simulation does when the program calls. All of them are set before anything runs.
typedef struct {
  // Lets time pass, `milliseconds` at most; returns as soon as something has happened.
  void (*wait)(int64_t milliseconds);
  // Lets all of that time pass.
  void (*sleep)(int64_t milliseconds);
  // Bytes on standard output (1) or standard error (2).
  void (*wrote)(int descriptor, const uint8_t *bytes, size_t count);

  // libcurl: a handle was added; it was removed. `receive` and `send` return a code of curl.h.
  void (*begin)(boundary_curl *curl);
  void (*drop)(boundary_curl *curl);
  void (*perform)(void);
  int (*receive)(boundary_curl *curl, uint8_t *room, size_t capacity, size_t *count);
  int (*send)(boundary_curl *curl, const uint8_t *bytes, size_t count, size_t *sent);

  // Devices: a number for each, or -errno.
  int (*open_device)(const char *path);
  // 0, or -errno.
  int (*write_i2c)(uint16_t address, const uint8_t *bytes, size_t count);
  int (*write_spi)(int device, const uint8_t *bytes, size_t count);
  int (*set_line)(unsigned offset, int level);

  // Whether there is a route to the Internet, and the board's IPv4 address, 0 for none.
  int (*leads_out)(void);
  uint32_t (*address)(void);
  void (*random)(uint8_t *bytes, size_t count);
  // A child is to replace a file: sets `boundary_file_step` and `boundary_file_code`, and returns how
  // many milliseconds that takes.
  int64_t (*replacing)(void);
  // A child has done what it could.
  void (*replaced)(void);

  // Runs a hook, which reads `input`; returns the hook's number, or -errno.
  int (*run_hook)(const uint8_t *input, size_t count);
  // A hook's status as waitpid(2) has it; -1 while the hook runs.
  int (*hook_status)(int number);
  void (*signal_hook)(int number, int signal);
  // Calls of tealight_broker.h.
  void (*broker_started)(tealight_broker *broker);
  // The owner has taken an event: there is room again.
  void (*broker_took)(tealight_broker *broker);
  void (*broker_connect)(tealight_broker *broker, const char *host, uint16_t port,
                         int is_version_5, unsigned keep_alive, const char *client,
                         const char *will_topic, const char *will);
  int (*broker_publish)(tealight_broker *broker, const char *topic, const uint8_t *bytes,
                        size_t count, int qos, int is_retained);
  // A quality of -1 ends a subscription.
  int (*broker_subscribe)(tealight_broker *broker, const char *filter, int qos);
  void (*broker_end)(tealight_broker *broker, unsigned milliseconds);

  // The service manager is told a word: 0, or -errno.
  int (*notified)(const uint8_t *word, size_t count);

  // The site listens (0, or -errno), begins to be served, does what is due, and is served no more.
  int (*web_listens)(void);
  void (*web_begins)(void);
  void (*web_runs)(void);
  void (*web_ends)(void);
  // What the site says to a connection, known by its number: an answer, that a stream has something,
  // that the connection is shut. Names and values alternate, null ends them.
  void (*web_answers)(int64_t connection, unsigned status, const char *const *fields,
                      const uint8_t *body, size_t count, int is_stream);
  void (*web_wakes)(int64_t connection);
  void (*web_shuts)(int64_t connection);
} boundary_calls;

SHARED extern boundary_calls boundary;
// Nothing is simulated before this is set.
SHARED extern int boundary_is_on;
// The board's clocks in milliseconds; CLOCK_BOOTTIME is ahead of CLOCK_MONOTONIC by the second.
SHARED extern int64_t boundary_monotonic, boundary_suspended, boundary_wall;
SHARED extern int boundary_is_synchronised;
// Whether something was done to a descriptor of the kernel's, so that these are to be polled.
SHARED extern int boundary_is_touched;
// How many bytes are allocated in this process.
size_t boundary_allocated(void);

// What a handle is asked for.
const char *boundary_url(boundary_curl *curl);
// The User-Agent that it sends to servers; empty for none.
const char *boundary_agent(boundary_curl *curl);
int boundary_connects_only(boundary_curl *curl);
// Whether it only looks up an address, and opens no connection.
int boundary_looks_up_only(boundary_curl *curl);
// The header `Name: value` of that number; null after the last.
const char *boundary_header(boundary_curl *curl, size_t number);
// Asks whether a name may be looked up: 0 where it may.
int boundary_refuses_lookup(boundary_curl *curl);
// Whether the program opens a socket: 0 where it does not, as for a lookup of the address alone.
int boundary_opens_socket(boundary_curl *curl);
void boundary_begins_tls(boundary_curl *curl);
void boundary_connected(boundary_curl *curl);
// Hand over a line of the head, or a part of the body; 0 where the program does not take it.
int boundary_head_line(boundary_curl *curl, const uint8_t *bytes, size_t count);
int boundary_body(boundary_curl *curl, const uint8_t *bytes, size_t count);
void boundary_finish(boundary_curl *curl, int code, long status, long verify_result, long os_errno,
                     const char *complaint);

// Alarms of timerfd_create(2) by the simulated clock: when the soonest is due, INT64_MAX for none.
// `boundary_ring` rings those that are due.
int64_t boundary_alarm(void);
void boundary_ring(void);
// The wall clock was set, or the board has slept: rings the alarms that are to be told of that.
void boundary_clock_was_set(void);
void boundary_forget_alarms(void);

// An edge of a button's line.
void boundary_edge(unsigned offset, int is_active);
void boundary_network_changed(void);

// A descriptor that is readable while it is rung.
int boundary_bell(void);
void boundary_bell_ring(int bell);
void boundary_bell_quiet(int bell);

// How a child that replaces a file goes wrong: after `boundary_file_step` calls, -1 for never, it fails
// with `boundary_file_code`, or dies where that is 0.
SHARED extern int boundary_file_step, boundary_file_code;
// The file that the last child has replaced, empty for none; whether the new one outlives a power cut,
// and whether all of it was written.
const char *boundary_replaced(int *is_flushed, int *is_whole);

// The numbers of hooks begin here: no process of the kernel's has such a number.
enum { BOUNDARY_FIRST_HOOK = 1 << 24 };
// The events of a broker's client, which its thread would tell. Limits are those of tealight_broker.h.
int boundary_broker_has_room(tealight_broker *broker, size_t text, size_t count);
// The number of the call that the newest taken event confirms; -1 where it confirms none.
int boundary_broker_confirmed(const tealight_broker *broker);
size_t boundary_broker_message_max(void);
void boundary_broker_dropped(tealight_broker *broker);
void boundary_broker_connected(tealight_broker *broker);
void boundary_broker_closed(tealight_broker *broker, int reason, int code, int refusal,
                            const char *complaint);
void boundary_broker_message(tealight_broker *broker, const char *topic, const uint8_t *bytes,
                             size_t count, int is_retained);
void boundary_broker_answered(tealight_broker *broker, int is_subscription, int number,
                              int is_granted);

// Connections to the site, in the order that tealight_web.h promises.
typedef struct tealight_web_connection boundary_visit;
void boundary_web_ring(void);
int boundary_web_accepts(const uint8_t *address, size_t count);
boundary_visit *boundary_web_open(int64_t number, const uint8_t *address, size_t count);
void boundary_web_field(boundary_visit *visit, const char *name, const char *value);
void boundary_web_head(boundary_visit *visit, const char *method, const char *target,
                       size_t head_bytes);
void boundary_web_whole(boundary_visit *visit, const uint8_t *body, size_t count);
// Bytes of a stream; 0 for nothing now, -1 for its end.
int64_t boundary_web_read(boundary_visit *visit, uint8_t *room, size_t capacity);
void boundary_web_sent(boundary_visit *visit);
void boundary_web_closed(boundary_visit *visit);
