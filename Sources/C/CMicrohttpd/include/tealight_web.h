#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// An HTTP server over libmicrohttpd, which is opened when the first one is made. It has no thread:
// its descriptor is polled, and `tealight_web_run` does what is due. Nothing here blocks.

typedef struct tealight_web tealight_web;
typedef struct tealight_web_connection tealight_web_connection;

enum {
  // The largest body of a request, in bytes.
  TEALIGHT_WEB_BODY_MAX = 4096,
  // What `read` returns in place of a count: no bytes now, or the end of the stream.
  TEALIGHT_WEB_LATER = 0,
  TEALIGHT_WEB_END = -1,
};

// The callbacks, in the order of their calls for each connection. Addresses have 4 or 16 bytes.
typedef struct {
  void *user;
  // Whether a connection from this address is accepted; 0 closes it at once.
  int (*accepts)(void *user, const uint8_t *address, size_t count);
  // `own` is the address of this machine that was reached, of as many bytes; null where it is not known.
  void (*opened)(void *user, tealight_web_connection *connection, const uint8_t *address,
                 size_t count, const uint8_t *own);
  // One call for each field of a head, then one for the head, which may be answered at once.
  void (*field)(void *user, tealight_web_connection *connection, const char *name,
                const char *value);
  void (*head)(void *user, tealight_web_connection *connection, const char *method,
               const char *target, const char *version, size_t head_bytes);
  // The request is complete and must be answered, unless it has been.
  void (*whole)(void *user, tealight_web_connection *connection, const uint8_t *body,
                size_t count);
  // Puts bytes of a stream, at most `capacity`, into `room`, or returns one of the two values above.
  // After TEALIGHT_WEB_LATER it is called again once the stream is woken.
  ssize_t (*read)(void *user, tealight_web_connection *connection, uint8_t *room,
                  size_t capacity);
  void (*sent)(void *user, tealight_web_connection *connection);
  // The last call about a connection.
  void (*closed)(void *user, tealight_web_connection *connection);
} tealight_web_calls;

// A socket that listens, or -errno. Port 0 takes a free one.
int tealight_web_listen(const uint8_t *address, size_t count, uint16_t port);
// The port that a socket listens on.
uint16_t tealight_web_port(int listener);

// Opens the library. Null, or the loader's error message.
const char *tealight_web_open(void);

// Starts a server on a socket and takes over the socket, even if it fails: then null, and the reason in
// `why`. `certificate` and `key` are PEM; null for plain HTTP.
tealight_web *tealight_web_start(const tealight_web_calls *calls, int listener,
                                 unsigned connections, const char *certificate, const char *key,
                                 char *why, size_t capacity);
// The descriptor that is readable when there is something to do.
int tealight_web_descriptor(tealight_web *web);
// Milliseconds until there is something to do without any input; -1 for never.
int64_t tealight_web_timeout(tealight_web *web);
void tealight_web_run(tealight_web *web);
// Ends every connection and frees the server.
void tealight_web_stop(tealight_web *web);

// Answers the pending request of a connection. `fields` has names and values in turn, and ends with
// null.
void tealight_web_answer(tealight_web_connection *connection, unsigned status,
                         const char *const *fields, const uint8_t *body, size_t count);
// The same with a body that `read` provides.
void tealight_web_stream(tealight_web_connection *connection, unsigned status,
                         const char *const *fields);
// Lets `read` be called again for a stream that had no bytes.
void tealight_web_wake(tealight_web_connection *connection);
// Whether the peer has closed its end: while a stream waits, the library does not notice.
int tealight_web_has_left(tealight_web_connection *connection);
// Ends a connection in any state, also in a TLS handshake.
void tealight_web_shut(tealight_web_connection *connection);
