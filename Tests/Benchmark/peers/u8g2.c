// A full frame of 128x64 by u8g2 for an SSD1306 on I2C: price, change and candles.
// usage: u8g2 COUNT: draws and sends so many, and prints the bytes that go to the panel.
#include <stdlib.h>

#include "glance.h"
#include "u8g2.h"

enum { WIDTH = 128, CHART_TOP = 36, CHART_ROWS = 28, CANDLE_WIDTH = 5 };

static struct glance glance;
static u8g2_t panel;
static long bytes;

static uint8_t send(u8x8_t *u8x8, uint8_t message, uint8_t count, void *data) {
  (void)u8x8, (void)data;
  if (message == U8X8_MSG_BYTE_SEND) bytes += count;
  return 1;
}

static uint8_t wait(u8x8_t *u8x8, uint8_t message, uint8_t count, void *data) {
  (void)u8x8, (void)message, (void)count, (void)data;
  return 1;
}

static void draw(void) {
  u8g2_ClearBuffer(&panel);
  u8g2_SetFont(&panel, u8g2_font_helvR08_tr);
  u8g2_DrawStr(&panel, 0, 8, "BTC/KRW");
  u8g2_DrawStr(&panel, WIDTH - u8g2_GetStrWidth(&panel, glance.change), 8, glance.change);
  u8g2_SetFont(&panel, u8g2_font_helvB14_tr);
  u8g2_DrawStr(&panel, 0, 28, glance.price);
  for (int i = 0; i < CANDLES; i++) {
    struct candle candle = glance.candles[i];
    int x = i * CANDLE_WIDTH, high = row(&glance, candle.high, CHART_ROWS);
    int open = row(&glance, candle.open, CHART_ROWS), close = row(&glance, candle.close, CHART_ROWS);
    u8g2_DrawVLine(&panel, x + 1, CHART_TOP + high, row(&glance, candle.low, CHART_ROWS) - high + 1);
    if (close <= open) {
      u8g2_DrawFrame(&panel, x, CHART_TOP + close, CANDLE_WIDTH - 2, open - close + 1);
    } else {
      u8g2_DrawBox(&panel, x, CHART_TOP + open, CANDLE_WIDTH - 2, close - open + 1);
    }
  }
  u8g2_SendBuffer(&panel);
}

int main(int argc, char **argv) {
  int count = argc == 2 ? atoi(argv[1]) : 0;
  u8g2_Setup_ssd1306_i2c_128x64_noname_f(&panel, U8G2_R0, send, wait);
  u8g2_InitDisplay(&panel);
  u8g2_SetPowerSave(&panel, 0);
  int number = fill(&glance);
  draw();
  bytes = 0;
  for (; count > 0; count--) {
    take(&glance, number++);
    draw();
  }
  printf("%ld\n", bytes);
}
