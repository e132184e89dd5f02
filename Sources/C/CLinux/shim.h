#pragma once
#include <errno.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <linux/spi/spidev.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>

// ioctl is variadic and its request numbers are function-like macros: Swift imports neither.

// One write transaction to an I2C address. 0, or -errno.
static inline int tealight_i2c_write(int fd, uint16_t address, uint8_t *bytes, uint16_t count) {
  struct i2c_msg message = {.addr = address, .flags = 0, .len = count, .buf = bytes};
  struct i2c_rdwr_ioctl_data data = {.msgs = &message, .nmsgs = 1};
  return ioctl(fd, I2C_RDWR, &data) < 0 ? -errno : 0;
}

// Mode 0, 8 bits, clock in Hz. 0, or -errno.
static inline int tealight_spi_configure(int fd, uint8_t mode, uint32_t speed_hz) {
  uint8_t bits = 8;
  if (ioctl(fd, SPI_IOC_WR_MODE, &mode) < 0) return -errno;
  if (ioctl(fd, SPI_IOC_WR_BITS_PER_WORD, &bits) < 0) return -errno;
  if (ioctl(fd, SPI_IOC_WR_MAX_SPEED_HZ, &speed_hz) < 0) return -errno;
  return 0;
}

// One write message. 0, or -errno.
static inline int tealight_spi_write(int fd, const uint8_t *bytes, uint32_t count,
                                     uint32_t speed_hz) {
  struct spi_ioc_transfer transfer = {
      .tx_buf = (uintptr_t)bytes, .len = count, .speed_hz = speed_hz, .bits_per_word = 8};
  return ioctl(fd, SPI_IOC_MESSAGE(1), &transfer) < 0 ? -errno : 0;
}

// Columns and rows of a terminal. 0, or -errno.
static inline int tealight_terminal_size(int fd, uint16_t *columns, uint16_t *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -errno;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
