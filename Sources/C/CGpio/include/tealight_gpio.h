#pragma once
#include <stddef.h>
#include <stdint.h>

// One GPIO line over libgpiod 1.6 or 2.x: whichever is there when this is compiled.
// Every int returned is 0 or more on success and -errno on failure.

enum { TEALIGHT_PULL_NONE = 0, TEALIGHT_PULL_UP = 1, TEALIGHT_PULL_DOWN = 2 };

typedef struct tealight_gpio_line tealight_gpio_line;

typedef struct {
  uint64_t monotonic_ns;  // the kernel's stamp, CLOCK_MONOTONIC
  int32_t active;         // 1: the line became active
} tealight_gpio_edge;

// The device file of a chip by its label ("pinctrl-bcm2711"), name ("gpiochip0") or path.
int tealight_gpio_find(const char *chip, char *path, size_t capacity);

// A chip's label and how many lines it has.
int tealight_gpio_chip(const char *path, char *label, size_t capacity, unsigned *lines);

// Takes a line as input, both edges, or as output at a level.
int tealight_gpio_input(const char *path, unsigned offset, int pull, int active_low,
                        const char *consumer, tealight_gpio_line **line);
int tealight_gpio_output(const char *path, unsigned offset, int level, const char *consumer,
                         tealight_gpio_line **line);

// 1 and the name of the line's consumer (which may be empty), 0 if the line is free.
int tealight_gpio_consumer(const char *path, unsigned offset, char *name, size_t capacity);

int tealight_gpio_set(tealight_gpio_line *line, int level);
// 1 if an input is active.
int tealight_gpio_get(tealight_gpio_line *line);
// The line's descriptor, which is readable when an edge waits.
int tealight_gpio_fd(tealight_gpio_line *line);
// How many edges of a line the kernel keeps: if as many were read, others may be lost.
int tealight_gpio_edges_kept(void);
// How many edges were read, 0 when none waits.
int tealight_gpio_read(tealight_gpio_line *line, tealight_gpio_edge *edges, size_t capacity);
void tealight_gpio_close(tealight_gpio_line *line);
