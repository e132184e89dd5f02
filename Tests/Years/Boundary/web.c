#include "boundary.h"

#include "tealight_web.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

// The site's connections. This stands in place of libmicrohttpd.

struct tealight_web {
  tealight_web_calls calls;
  int listener, bell;
};

struct tealight_web_connection {
  int64_t number;
};

// One site at a time is served.
static tealight_web *web;
static uint16_t last_port;

int __wrap_tealight_web_listen(const uint8_t *address, size_t count, uint16_t port) {
  int code = boundary.web_listens();
  if (code < 0) return code;
  last_port = port;
  return boundary_bell();
}
uint16_t __wrap_tealight_web_port(int listener) { return last_port; }
const char *__wrap_tealight_web_open(void) { return NULL; }

tealight_web *__wrap_tealight_web_start(const tealight_web_calls *calls, int listener,
                                        unsigned connections, const char *certificate,
                                        const char *key, char *why, size_t capacity) {
  if (web) abort();
  web = calloc(1, sizeof *web);
  *web = (tealight_web){*calls, listener, boundary_bell()};
  boundary.web_begins();
  return web;
}
int __wrap_tealight_web_descriptor(tealight_web *server) { return server->bell; }
int64_t __wrap_tealight_web_timeout(tealight_web *server) { return -1; }
void __wrap_tealight_web_run(tealight_web *server) {
  boundary_bell_quiet(server->bell);
  boundary.web_runs();
}
void __wrap_tealight_web_stop(tealight_web *server) {
  boundary.web_ends();
  close(server->listener);
  close(server->bell);
  free(server);
  web = NULL;
}

void __wrap_tealight_web_answer(tealight_web_connection *connection, unsigned status,
                                const char *const *fields, const uint8_t *body, size_t count) {
  boundary.web_answers(connection->number, status, fields, body, count, 0);
}
void __wrap_tealight_web_stream(tealight_web_connection *connection, unsigned status,
                                const char *const *fields) {
  boundary.web_answers(connection->number, status, fields, NULL, 0, 1);
}
void __wrap_tealight_web_wake(tealight_web_connection *connection) {
  boundary.web_wakes(connection->number);
}
// The simulation tells at once that a client has left: nobody has left unnoticed.
int __wrap_tealight_web_has_left(tealight_web_connection *connection) {
  (void)connection;
  return 0;
}
void __wrap_tealight_web_shut(tealight_web_connection *connection) {
  boundary.web_shuts(connection->number);
}

void boundary_web_ring(void) {
  if (web) boundary_bell_ring(web->bell);
}
int boundary_web_accepts(const uint8_t *address, size_t count) {
  return web->calls.accepts(web->calls.user, address, count);
}
boundary_visit *boundary_web_open(int64_t number, const uint8_t *address, size_t count) {
  tealight_web_connection *connection = calloc(1, sizeof *connection);
  connection->number = number;
  web->calls.opened(web->calls.user, connection, address, count, NULL);
  return connection;
}
void boundary_web_field(boundary_visit *visit, const char *name, const char *value) {
  web->calls.field(web->calls.user, visit, name, value);
}
void boundary_web_head(boundary_visit *visit, const char *method, const char *target,
                       size_t head_bytes) {
  web->calls.head(web->calls.user, visit, method, target, "HTTP/1.1", head_bytes);
}
void boundary_web_whole(boundary_visit *visit, const uint8_t *body, size_t count) {
  web->calls.whole(web->calls.user, visit, body, count);
}
int64_t boundary_web_read(boundary_visit *visit, uint8_t *room, size_t capacity) {
  return web->calls.read(web->calls.user, visit, room, capacity);
}
void boundary_web_sent(boundary_visit *visit) { web->calls.sent(web->calls.user, visit); }
void boundary_web_closed(boundary_visit *visit) {
  web->calls.closed(web->calls.user, visit);
  free(visit);
}
