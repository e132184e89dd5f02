// The market that the peers in C show: the prices of DaemonBench.swift, and a new candle with each
// fifth change.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { CANDLES = 24, CHANGES_IN_CANDLE = 5 };

struct candle {
  int open, high, low, close;
};

struct glance {
  char price[16], change[16];
  struct candle candles[CANDLES];
  int low, high;
  bool has_rolled;
};

static inline void take(struct glance *glance, int number) {
  int price = 148737000 + (number * 7919 % 7 - 3) * 1000;
  snprintf(glance->price, sizeof glance->price, "%d,%03d,%03d", price / 1000000, price / 1000 % 1000,
           price % 1000);
  snprintf(glance->change, sizeof glance->change, "%+.2f%%", price / 1480000.0 - 100);

  struct candle *last = &glance->candles[CANDLES - 1];
  glance->has_rolled = number % CHANGES_IN_CANDLE == 0;
  if (glance->has_rolled) {
    memmove(glance->candles, glance->candles + 1, sizeof glance->candles - sizeof *last);
    *last = (struct candle){price, price, price, price};
  }
  last->close = price;
  if (price < last->low) last->low = price;
  if (price > last->high) last->high = price;

  glance->low = glance->high = price;
  for (int i = 0; i < CANDLES; i++) {
    if (glance->candles[i].low < glance->low) glance->low = glance->candles[i].low;
    if (glance->candles[i].high > glance->high) glance->high = glance->candles[i].high;
  }
}

// The chart is full when it is shown first.
static inline int fill(struct glance *glance) {
  int number = 0;
  while (number < CANDLES * CHANGES_IN_CANDLE) take(glance, number++);
  return number;
}

// Rows below the top of a chart that is so many rows high.
static inline int row(const struct glance *glance, int price, int rows) {
  int span = glance->high > glance->low ? glance->high - glance->low : 1;
  return (int)((long)(glance->high - price) * (rows - 1) / span);
}
