#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boundary.h"
#include "tealight_broker.h"

// A client without a thread stands in place of Sources/C/CMosquitto. The simulation does what the
// library's thread would do; events are queued here as they are there.

typedef struct event {
  struct event *next;
  tealight_broker_event said;
  size_t size;
  char room[];
} event;

struct tealight_broker {
  int bell;
  event *first, *last, *taken;
  unsigned events;
  int dropped;
  size_t bytes;
};

const char *__wrap_tealight_broker_open(void) { return NULL; }

tealight_broker *__wrap_tealight_broker_start(void) {
  tealight_broker *broker = calloc(1, sizeof *broker);
  broker->bell = boundary_bell();
  boundary.broker_started(broker);
  return broker;
}

int __wrap_tealight_broker_descriptor(tealight_broker *broker) { return broker->bell; }

int __wrap_tealight_broker_next(tealight_broker *broker, tealight_broker_event *said) {
  free(broker->taken);
  broker->taken = broker->first;
  if (broker->taken) {
    broker->first = broker->taken->next;
    if (!broker->first) broker->last = NULL;
    broker->events--;
    broker->bytes -= broker->taken->size;
    *said = broker->taken->said;
    boundary.broker_took(broker);
    return 1;
  }
  boundary_bell_quiet(broker->bell);
  if (!broker->dropped) return 0;
  *said = (tealight_broker_event){
      .kind = TEALIGHT_BROKER_DROPPED, .number = broker->dropped, .text = ""};
  broker->dropped = 0;
  return 1;
}

void __wrap_tealight_broker_connect(tealight_broker *broker,
                                    const tealight_broker_options *options) {
  boundary.broker_connect(broker, options->host, options->port, options->is_version_5,
                          options->keep_alive, options->client, options->will_topic,
                          options->will);
}
int __wrap_tealight_broker_publish(tealight_broker *broker, const char *topic,
                                   const uint8_t *bytes, size_t count, int qos, int is_retained) {
  return boundary.broker_publish(broker, topic, bytes, count, qos, is_retained);
}
int __wrap_tealight_broker_subscribe(tealight_broker *broker, const char *filter, int qos,
                                     int hears_kept) {
  // Kept messages come all the same, as with MQTT 3.1.1: the program is to ignore them.
  (void)hears_kept;
  return boundary.broker_subscribe(broker, filter, qos);
}
int __wrap_tealight_broker_unsubscribe(tealight_broker *broker, const char *filter) {
  return boundary.broker_subscribe(broker, filter, -1);
}
void __wrap_tealight_broker_end(tealight_broker *broker, unsigned milliseconds) {
  boundary.broker_end(broker, milliseconds);
  free(broker->taken);
  for (event *each = broker->first, *next; each; each = next) {
    next = each->next;
    free(each);
  }
  close(broker->bell);
  free(broker);
}

int boundary_broker_has_room(tealight_broker *broker, size_t text, size_t count) {
  return broker->events < TEALIGHT_BROKER_EVENTS_MAX &&
         broker->bytes + sizeof(event) + text + 1 + count <= TEALIGHT_BROKER_BYTES_MAX;
}
int boundary_broker_confirmed(const tealight_broker *broker) {
  tealight_broker_event said = broker->taken->said;
  return said.kind == TEALIGHT_BROKER_PUBLISHED || said.kind == TEALIGHT_BROKER_SUBSCRIBED
             ? (int)said.number
             : -1;
}
size_t boundary_broker_message_max(void) { return TEALIGHT_BROKER_MESSAGE_MAX; }

void boundary_broker_dropped(tealight_broker *broker) {
  broker->dropped++;
  boundary_bell_ring(broker->bell);
}

static void tell(tealight_broker *broker, tealight_broker_event said, const char *text,
                 const uint8_t *bytes, size_t count) {
  size_t text_size = strlen(text) + 1, size = sizeof(event) + text_size + count;
  event *told = malloc(size);
  if (!told) abort();
  *told = (event){.size = size, .said = said};
  memcpy(told->room, text, text_size);
  if (count) memcpy(told->room + text_size, bytes, count);
  told->said.text = told->room;
  told->said.bytes = (const uint8_t *)told->room + text_size;
  told->said.count = count;
  if (broker->last) broker->last->next = told;
  else broker->first = told;
  broker->last = told;
  broker->events++;
  broker->bytes += size;
  boundary_bell_ring(broker->bell);
}

void boundary_broker_connected(tealight_broker *broker) {
  tell(broker, (tealight_broker_event){.kind = TEALIGHT_BROKER_CONNECTED}, "", NULL, 0);
}
void boundary_broker_closed(tealight_broker *broker, int reason, int code, int refusal,
                            const char *complaint) {
  tealight_broker_event said = {
      .kind = TEALIGHT_BROKER_CLOSED, .reason = reason, .code = code, .refusal = refusal};
  tell(broker, said, complaint, NULL, 0);
}
void boundary_broker_message(tealight_broker *broker, const char *topic, const uint8_t *bytes,
                             size_t count, int is_retained) {
  tealight_broker_event said = {.kind = TEALIGHT_BROKER_MESSAGE, .is_retained = is_retained};
  tell(broker, said, topic, bytes, count);
}
void boundary_broker_answered(tealight_broker *broker, int is_subscription, int number,
                              int is_granted) {
  tealight_broker_event said = {
      .kind = is_subscription ? TEALIGHT_BROKER_SUBSCRIBED : TEALIGHT_BROKER_PUBLISHED,
      .number = number,
      .is_granted = is_granted};
  tell(broker, said, "", NULL, 0);
}
