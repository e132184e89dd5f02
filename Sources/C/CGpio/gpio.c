#include "tealight_gpio.h"

#include <dirent.h>
#include <errno.h>
#include <gpiod.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// libgpiod says what went wrong in errno, but not always.
static int failure(void) { return errno ? -errno : -EIO; }

// Neither header has a version macro, but only that of 1.x defines this one.
#ifdef GPIOD_LINE_BULK_MAX_LINES

// The kernel's GPIO v1 interface, which libgpiod 1.x uses, keeps so many edges of a line.
int tealight_gpio_edges_kept(void) { return 16; }

struct tealight_gpio_line {
  struct gpiod_chip *chip;
  struct gpiod_line *line;
};

static int has_label(struct gpiod_chip *chip, const char *label) {
  return strcmp(gpiod_chip_label(chip), label) == 0;
}

int tealight_gpio_chip(const char *path, char *label, size_t capacity, unsigned *lines) {
  errno = 0;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return failure();
  snprintf(label, capacity, "%s", gpiod_chip_label(chip));
  *lines = gpiod_chip_num_lines(chip);
  gpiod_chip_close(chip);
  return 0;
}

static int take(const char *path, unsigned offset, tealight_gpio_line **taken,
                const struct gpiod_line_request_config *config, int level) {
  errno = 0;
  tealight_gpio_line *line = calloc(1, sizeof *line);
  if (!line) return -ENOMEM;
  if ((line->chip = gpiod_chip_open(path)) &&
      (line->line = gpiod_chip_get_line(line->chip, offset)) &&
      gpiod_line_request(line->line, config, level) == 0) {
    *taken = line;
    return 0;
  }
  int result = failure();
  tealight_gpio_close(line);
  return result;
}

int tealight_gpio_input(const char *path, unsigned offset, int pull, int active_low,
                        const char *consumer, tealight_gpio_line **line) {
  int flags = active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0;
  flags |= pull == TEALIGHT_PULL_UP     ? GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP
           : pull == TEALIGHT_PULL_DOWN ? GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN
                                        : GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
  struct gpiod_line_request_config config = {
      .consumer = consumer, .request_type = GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES, .flags = flags};
  return take(path, offset, line, &config, 0);
}

int tealight_gpio_output(const char *path, unsigned offset, int level, const char *consumer,
                         tealight_gpio_line **line) {
  struct gpiod_line_request_config config = {
      .consumer = consumer, .request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT};
  return take(path, offset, line, &config, level);
}

int tealight_gpio_consumer(const char *path, unsigned offset, char *name, size_t capacity) {
  errno = 0;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return failure();
  struct gpiod_line *line = gpiod_chip_get_line(chip, offset);
  int result = line ? gpiod_line_is_used(line) : failure();
  const char *consumer = line ? gpiod_line_consumer(line) : NULL;
  snprintf(name, capacity, "%s", consumer ? consumer : "");
  gpiod_chip_close(chip);
  return result;
}

int tealight_gpio_set(tealight_gpio_line *line, int level) {
  return gpiod_line_set_value(line->line, level) < 0 ? failure() : 0;
}

int tealight_gpio_get(tealight_gpio_line *line) {
  int level = gpiod_line_get_value(line->line);
  return level < 0 ? failure() : level;
}

int tealight_gpio_fd(tealight_gpio_line *line) { return gpiod_line_event_get_fd(line->line); }

int tealight_gpio_read(tealight_gpio_line *line, tealight_gpio_edge *edges, size_t capacity) {
  const struct timespec at_once = {0, 0};
  size_t count = 0;
  while (count < capacity) {
    int waiting = gpiod_line_event_wait(line->line, &at_once);
    if (waiting < 0) return failure();
    if (waiting == 0) break;
    struct gpiod_line_event event;
    if (gpiod_line_event_read(line->line, &event) < 0) return failure();
    uint64_t ns = (uint64_t)event.ts.tv_sec * 1000000000u + (uint64_t)event.ts.tv_nsec;
    edges[count++] = (tealight_gpio_edge){ns, event.event_type == GPIOD_LINE_EVENT_RISING_EDGE};
  }
  return (int)count;
}

void tealight_gpio_close(tealight_gpio_line *line) {
  if (!line) return;
  if (line->line) gpiod_line_release(line->line);
  if (line->chip) gpiod_chip_close(line->chip);
  free(line);
}

#else

enum { EVENTS_MAX = 64 };

int tealight_gpio_edges_kept(void) { return EVENTS_MAX; }

struct tealight_gpio_line {
  struct gpiod_line_request *request;
  struct gpiod_edge_event_buffer *events;
  unsigned offset;
};

static int has_label(struct gpiod_chip *chip, const char *label) {
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  if (!info) return 0;
  int same = strcmp(gpiod_chip_info_get_label(info), label) == 0;
  gpiod_chip_info_free(info);
  return same;
}

int tealight_gpio_chip(const char *path, char *label, size_t capacity, unsigned *lines) {
  errno = 0;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  struct gpiod_chip_info *info = chip ? gpiod_chip_get_info(chip) : NULL;
  int result = info ? 0 : failure();
  if (info) {
    snprintf(label, capacity, "%s", gpiod_chip_info_get_label(info));
    *lines = (unsigned)gpiod_chip_info_get_num_lines(info);
    gpiod_chip_info_free(info);
  }
  if (chip) gpiod_chip_close(chip);
  return result;
}

// Consumes the settings.
static int take(const char *path, unsigned offset, tealight_gpio_line **taken,
                struct gpiod_line_settings *settings, const char *consumer) {
  errno = 0;
  tealight_gpio_line *line = calloc(1, sizeof *line);
  struct gpiod_chip *chip = gpiod_chip_open(path);
  struct gpiod_line_config *lines = gpiod_line_config_new();
  struct gpiod_request_config *config = gpiod_request_config_new();
  int done = 0;
  if (line && chip && settings && lines && config) {
    gpiod_request_config_set_consumer(config, consumer);
    gpiod_request_config_set_event_buffer_size(config, EVENTS_MAX);
    line->offset = offset;
    done = gpiod_line_config_add_line_settings(lines, &offset, 1, settings) == 0 &&
           (line->request = gpiod_chip_request_lines(chip, config, lines)) &&
           (line->events = gpiod_edge_event_buffer_new(EVENTS_MAX));
  }
  int result = done ? 0 : failure();
  if (config) gpiod_request_config_free(config);
  if (lines) gpiod_line_config_free(lines);
  if (settings) gpiod_line_settings_free(settings);
  if (chip) gpiod_chip_close(chip);
  if (done)
    *taken = line;
  else
    tealight_gpio_close(line);
  return result;
}

int tealight_gpio_input(const char *path, unsigned offset, int pull, int active_low,
                        const char *consumer, tealight_gpio_line **line) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (!settings) return -ENOMEM;
  gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
  gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
  gpiod_line_settings_set_active_low(settings, active_low);
  gpiod_line_settings_set_bias(settings, pull == TEALIGHT_PULL_UP     ? GPIOD_LINE_BIAS_PULL_UP
                                         : pull == TEALIGHT_PULL_DOWN ? GPIOD_LINE_BIAS_PULL_DOWN
                                                                      : GPIOD_LINE_BIAS_DISABLED);
  return take(path, offset, line, settings, consumer);
}

int tealight_gpio_output(const char *path, unsigned offset, int level, const char *consumer,
                         tealight_gpio_line **line) {
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  if (!settings) return -ENOMEM;
  gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
  gpiod_line_settings_set_output_value(
      settings, level ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
  return take(path, offset, line, settings, consumer);
}

int tealight_gpio_consumer(const char *path, unsigned offset, char *name, size_t capacity) {
  errno = 0;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return failure();
  struct gpiod_line_info *info = gpiod_chip_get_line_info(chip, offset);
  int result = info ? gpiod_line_info_is_used(info) : failure();
  const char *consumer = info ? gpiod_line_info_get_consumer(info) : NULL;
  snprintf(name, capacity, "%s", consumer ? consumer : "");
  if (info) gpiod_line_info_free(info);
  gpiod_chip_close(chip);
  return result;
}

int tealight_gpio_set(tealight_gpio_line *line, int level) {
  enum gpiod_line_value value = level ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
  return gpiod_line_request_set_value(line->request, line->offset, value) < 0 ? failure() : 0;
}

int tealight_gpio_get(tealight_gpio_line *line) {
  enum gpiod_line_value value = gpiod_line_request_get_value(line->request, line->offset);
  return value == GPIOD_LINE_VALUE_ERROR ? failure() : value == GPIOD_LINE_VALUE_ACTIVE;
}

int tealight_gpio_fd(tealight_gpio_line *line) { return gpiod_line_request_get_fd(line->request); }

int tealight_gpio_read(tealight_gpio_line *line, tealight_gpio_edge *edges, size_t capacity) {
  // Reading blocks when no edge waits.
  int waiting = gpiod_line_request_wait_edge_events(line->request, 0);
  if (waiting <= 0) return waiting < 0 ? failure() : 0;
  int count = gpiod_line_request_read_edge_events(line->request, line->events,
                                                  capacity < EVENTS_MAX ? capacity : EVENTS_MAX);
  if (count < 0) return failure();
  for (int i = 0; i < count; i++) {
    struct gpiod_edge_event *event =
        gpiod_edge_event_buffer_get_event(line->events, (unsigned long)i);
    int active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
    edges[i] = (tealight_gpio_edge){gpiod_edge_event_get_timestamp_ns(event), active};
  }
  return count;
}

void tealight_gpio_close(tealight_gpio_line *line) {
  if (!line) return;
  if (line->events) gpiod_edge_event_buffer_free(line->events);
  if (line->request) gpiod_line_request_release(line->request);
  free(line);
}

#endif

int tealight_gpio_find(const char *chip, char *path, size_t capacity) {
  int is_path = strchr(chip, '/') != NULL;
  snprintf(path, capacity, "%s%s", is_path ? "" : "/dev/", chip);
  errno = 0;
  struct gpiod_chip *found = gpiod_chip_open(path);
  int result = found ? 0 : failure();
  DIR *folder = found || is_path ? NULL : opendir("/dev");
  struct dirent *entry;
  while (folder && !found && (entry = readdir(folder))) {
    if (strncmp(entry->d_name, "gpiochip", 8) != 0) continue;
    snprintf(path, capacity, "/dev/%s", entry->d_name);
    errno = 0;
    struct gpiod_chip *candidate = gpiod_chip_open(path);
    // "Forbidden" is worth more to the user than "not found".
    if (!candidate && errno == EACCES) result = -EACCES;
    if (candidate && has_label(candidate, chip)) {
      found = candidate;
      result = 0;
    } else if (candidate) {
      gpiod_chip_close(candidate);
    }
  }
  if (folder) closedir(folder);
  if (found) gpiod_chip_close(found);
  return result;
}
