#pragma once
#include <stddef.h>
#include <stdint.h>

// A connection to an MQTT broker over libmosquitto, which is opened when it is needed.
//
// The library looks up names and connects in calls that block: mosquitto_connect_async(3) as well
// (net_mosq.c of 2.0). So it has a thread of its own here, which no signal reaches. The client's owner
// stays on another thread: a descriptor tells it that there are events, it takes them, and none of its
// calls waits except `tealight_broker_end`.

typedef struct tealight_broker tealight_broker;

enum {
  // How much may wait for the owner. If that is full, MESSAGE and SUBSCRIBED wait up to 2.5 s for room,
  // and the library's thread with them; after that they are dropped.
  TEALIGHT_BROKER_EVENTS_MAX = 512,
  TEALIGHT_BROKER_BYTES_MAX = 1024 * 1024,
  // A message with more bytes is dropped.
  TEALIGHT_BROKER_MESSAGE_MAX = 256 * 1024,
  // A packet with more bytes ends the connection, before its memory is filled.
  TEALIGHT_BROKER_PACKET_MAX = 8 * 1024 * 1024,
};

// Where to connect, and as whom. Texts are null where they are not used; all are copied.
typedef struct {
  const char *host;
  uint16_t port;
  // MQTT 5, or 3.1.1.
  int is_version_5;
  // Seconds of silence after which the client asks the broker whether it is there.
  unsigned keep_alive;
  // How long each of the host's addresses has to answer.
  unsigned connect_milliseconds;
  const char *client, *user, *password;
  // TLS, with the broker always verified: by the CAs of a PEM file, or by those of the system.
  int is_tls;
  const char *ca_file, *certificate, *key;
  // The will, which the broker publishes when the client is lost: retained, of QoS 1.
  const char *will_topic, *will;
} tealight_broker_options;

typedef enum {
  // The broker has accepted the client.
  TEALIGHT_BROKER_CONNECTED,
  // The client is not, or no longer, connected.
  TEALIGHT_BROKER_CLOSED,
  TEALIGHT_BROKER_MESSAGE,
  // A message that was given to `publish` is on its way (QoS 0), or has arrived (QoS 1).
  TEALIGHT_BROKER_PUBLISHED,
  TEALIGHT_BROKER_SUBSCRIBED,
  // So many messages were dropped: too large, or too many.
  TEALIGHT_BROKER_DROPPED,
} tealight_broker_kind;

typedef struct {
  tealight_broker_kind kind;
  // CLOSED: an enum mosq_err_t, or a reason code of MQTT 5 (at least 128); and errno with it.
  int reason, code;
  // CLOSED: the broker's answer to CONNECT if it refused, else 0.
  int refusal;
  // PUBLISHED, SUBSCRIBED: the number of the call. DROPPED: how many messages.
  int number;
  // SUBSCRIBED, PUBLISHED: whether the broker allows it. MESSAGE: whether the broker had retained it.
  int is_granted, is_retained;
  // MESSAGE: its topic. CLOSED: the library's last error or warning. Empty elsewhere.
  const char *text;
  const uint8_t *bytes;
  size_t count;
} tealight_broker_event;

// Opens the library. Null, or the loader's error message.
const char *tealight_broker_open(void);

// Makes a client with its thread, which waits for `connect`. Null if that fails.
tealight_broker *tealight_broker_start(void);
// The descriptor that is readable when `next` has something.
int tealight_broker_descriptor(tealight_broker *broker);
// Takes the next event; 0 if there is none. The event is valid until the next call.
int tealight_broker_next(tealight_broker *broker, tealight_broker_event *event);

// Connects as soon as the thread is free; CONNECTED or CLOSED follows.
void tealight_broker_connect(tealight_broker *broker, const tealight_broker_options *options);
// The number of the call, or less than 0: not connected, or an enum mosq_err_t negated.
int tealight_broker_publish(tealight_broker *broker, const char *topic, const uint8_t *bytes,
                            size_t count, int qos, int is_retained);
// `hears_kept`: whether retained messages come too. With MQTT 3.1.1 they come in any case.
int tealight_broker_subscribe(tealight_broker *broker, const char *filter, int qos,
                              int hears_kept);
int tealight_broker_unsubscribe(tealight_broker *broker, const char *filter);
// Disconnects after everything that was published, so that the broker does not publish the will. Waits
// so long at most, and frees the client. A thread that is stuck in the library is abandoned: it frees
// the client when it comes back, or ends with the process.
void tealight_broker_end(tealight_broker *broker, unsigned milliseconds);
