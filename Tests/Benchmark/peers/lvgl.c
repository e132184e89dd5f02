// A change on LVGL's display of 240x240: price, change and candles; what has not changed is not drawn.
// usage: lvgl ROWS COUNT: with room to draw so many rows at once, makes so many changes, and prints the bytes
// that go to the panel.
#include <stdlib.h>

#include "glance.h"
#include "lvgl.h"

enum { SIDE = 240, CHART_ROWS = 90, CANDLE_WIDTH = SIDE / CANDLES, WINDOW_COMMANDS = 11 };

static struct glance glance;
static uint16_t pixels[SIDE][SIDE];
static long bytes;

static void flush(lv_display_t *display, const lv_area_t *area, uint8_t *map) {
  (void)map;
  bytes += WINDOW_COMMANDS + 2 * (long)lv_area_get_size(area);
  lv_display_flush_ready(display);
}

static lv_area_t column(const lv_area_t *chart, int number) {
  int left = chart->x1 + number * CANDLE_WIDTH;
  return (lv_area_t){left, chart->y1, left + CANDLE_WIDTH - 1, chart->y2};
}

static void draw_candles(lv_event_t *event) {
  lv_layer_t *layer = lv_event_get_layer(event);
  lv_area_t chart;
  lv_obj_get_coords(lv_event_get_current_target(event), &chart);
  lv_draw_rect_dsc_t look;
  lv_draw_rect_dsc_init(&look);
  for (int i = 0; i < CANDLES; i++) {
    lv_area_t place = column(&chart, i);
    if (place.x2 < layer->_clip_area.x1 || place.x1 > layer->_clip_area.x2) continue;
    struct candle candle = glance.candles[i];
    bool rises = candle.close >= candle.open;
    look.bg_color = rises ? lv_color_hex(0x33dd77) : lv_color_hex(0xee4444);
    lv_area_t wick = {place.x1 + 4, chart.y1 + row(&glance, candle.high, CHART_ROWS), place.x1 + 4,
                      chart.y1 + row(&glance, candle.low, CHART_ROWS)};
    lv_draw_rect(layer, &look, &wick);
    int open = row(&glance, candle.open, CHART_ROWS), close = row(&glance, candle.close, CHART_ROWS);
    lv_area_t body = {place.x1 + 1, chart.y1 + (rises ? close : open), place.x2 - 2,
                      chart.y1 + (rises ? open : close)};
    lv_draw_rect(layer, &look, &body);
  }
}

static lv_obj_t *label(int y, const lv_font_t *font, const char *text) {
  lv_obj_t *label = lv_label_create(lv_screen_active());
  lv_obj_set_pos(label, 0, y);
  lv_obj_set_style_text_font(label, font, 0);
  lv_obj_set_style_text_color(label, lv_color_white(), 0);
  lv_label_set_text(label, text);
  return label;
}

static void say(lv_obj_t *label, const char *text) {
  if (strcmp(lv_label_get_text(label), text) != 0) lv_label_set_text(label, text);
}

int main(int argc, char **argv) {
  int rows = argc == 3 ? atoi(argv[1]) : 0, count = argc == 3 ? atoi(argv[2]) : 0;
  if (rows < 1 || rows > SIDE) return 1;
  lv_init();
  lv_display_t *display = lv_display_create(SIDE, SIDE);
  lv_display_set_buffers(display, pixels, NULL, rows * sizeof pixels[0], LV_DISPLAY_RENDER_MODE_PARTIAL);
  lv_display_set_flush_cb(display, flush);
  lv_obj_set_style_bg_color(lv_screen_active(), lv_color_black(), 0);

  int number = fill(&glance);
  label(0, &lv_font_montserrat_20, "BTC/KRW");
  lv_obj_t *price = label(40, &lv_font_montserrat_36, glance.price);
  lv_obj_t *change = label(100, &lv_font_montserrat_20, glance.change);
  lv_obj_t *chart = lv_obj_create(lv_screen_active());
  lv_obj_remove_style_all(chart);
  lv_obj_set_pos(chart, 0, SIDE - CHART_ROWS);
  lv_obj_set_size(chart, SIDE, CHART_ROWS);
  lv_obj_add_event_cb(chart, draw_candles, LV_EVENT_DRAW_MAIN, NULL);
  lv_refr_now(display);

  bytes = 0;
  for (int low = 0, high = 0; count > 0; count--) {
    take(&glance, number++);
    say(price, glance.price);
    say(change, glance.change);
    lv_area_t place;
    lv_obj_get_coords(chart, &place);
    bool is_moved = glance.has_rolled || glance.low != low || glance.high != high;
    if (!is_moved) place = column(&place, CANDLES - 1);
    lv_obj_invalidate_area(chart, &place);
    low = glance.low, high = glance.high;
    lv_refr_now(display);
  }
  printf("%ld\n", bytes);
}
