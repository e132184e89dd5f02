#pragma once
#include <stddef.h>
#include <stdint.h>

// GPIO lines over libgpiod 1.6 and 2.x: whichever is there when this is compiled.
// Every int returned is 0 or more on success and -errno on failure.

enum { TEALIGHT_PULL_NONE = 0, TEALIGHT_PULL_UP = 1, TEALIGHT_PULL_DOWN = 2 };

typedef struct tealight_gpio tealight_gpio;

typedef struct {
  uint64_t monotonic_ns;  // the kernel's stamp, CLOCK_MONOTONIC
  uint32_t offset;
  int32_t active;  // 1: the line became active
} tealight_gpio_edge;

int tealight_gpio_placeholder(void);
