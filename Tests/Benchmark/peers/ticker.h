// The ticker of Benchmark.swift, and those of its fields that tealight reads, as they stand in it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ticker[] =
    "{\"type\":\"ticker\",\"code\":\"KRW-BTC\",\"opening_price\":148000000.00,\"high_price\":149500000.00,"
    "\"low_price\":147100000.00,\"trade_price\":148737000.00,\"prev_closing_price\":148000000.00,"
    "\"acc_trade_price\":61234567890.123456,\"change\":\"RISE\",\"change_price\":737000.00,"
    "\"signed_change_price\":737000.00,\"change_rate\":0.0049797297,\"signed_change_rate\":0.0049797297,"
    "\"ask_bid\":\"BID\",\"trade_volume\":9.101E-5,\"acc_trade_volume\":412.345678901,"
    "\"trade_date\":\"20261120\",\"trade_time\":\"041233\",\"trade_timestamp\":1795147953123,"
    "\"acc_ask_volume\":200.12,\"acc_bid_volume\":212.2,\"highest_52_week_price\":179869000.00,"
    "\"highest_52_week_date\":\"2026-10-09\",\"lowest_52_week_price\":98200000.00,"
    "\"lowest_52_week_date\":\"2026-02-06\",\"market_state\":\"ACTIVE\",\"is_trading_suspended\":false,"
    "\"delisting_date\":null,\"market_warning\":\"NONE\",\"timestamp\":1795147953168,"
    "\"acc_trade_price_24h\":182345678901.23456,\"acc_trade_volume_24h\":1230.123456789012,"
    "\"stream_type\":\"REALTIME\"}";

enum { TICKER_BYTES = sizeof ticker - 1, FIELDS = 14 };

static const char *const fields[FIELDS + 1] = {
    "type", "code", "opening_price", "high_price", "low_price", "trade_price", "prev_closing_price",
    "trade_timestamp", "highest_52_week_price", "lowest_52_week_price", "timestamp",
    "acc_trade_price_24h", "acc_trade_volume_24h", "stream_type", ""};

// So that nothing is left out, and that all programs read the same.
struct sum {
  double numbers;
  size_t letters;
  int fields;
};

static inline void print_sum(struct sum sum, int count) {
  if (TICKER_BYTES != 919 || sum.fields != FIELDS * count) exit(1);
  printf("%.2f %zu\n", sum.numbers, sum.letters);
}
