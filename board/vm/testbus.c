// SPDX-License-Identifier: GPL-2.0
// An I2C adapter and a SPI controller that write down what is sent, under the real i2c-dev and
// spidev. /dev/testbus holds one record for each transfer: struct record and then its bytes.
#include <linux/gpio.h>
#include <linux/gpio/consumer.h>
#include <linux/i2c.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>

struct record {
  u8 kind;     // 'i' written to I2C, 's' to SPI; upper case: it failed and nothing was taken
  u8 address;  // on I2C
  s8 dc;       // level of the line `dc` during the transfer, -1 where there is none
  u8 mode;     // of SPI
  u32 hz;      // of SPI
  u32 length;
  u32 reserved;
  u64 ns;      // CLOCK_MONOTONIC
};

static ushort i2c_address = 0x3c;
module_param(i2c_address, ushort, 0444);
MODULE_PARM_DESC(i2c_address, "the one address that acknowledges");

static int i2c_errno, spi_errno, dc = -1;
module_param(i2c_errno, int, 0644);
MODULE_PARM_DESC(i2c_errno, "every I2C transfer fails with this error; 0: none");
module_param(spi_errno, int, 0644);
MODULE_PARM_DESC(spi_errno, "every SPI transfer fails with this error; 0: none");
module_param(dc, int, 0644);
MODULE_PARM_DESC(dc, "number of the GPIO line whose level is recorded");

#define RECORDS_BYTES_MAX (64 << 20)
static DEFINE_MUTEX(records_lock);
static u8 *records;
static size_t records_bytes;

static int keep(struct record head, const void *bytes)
{
  int result = -ENOSPC;

  head.ns = ktime_get_ns();
  mutex_lock(&records_lock);
  if (records_bytes + sizeof(head) + head.length <= RECORDS_BYTES_MAX) {
    memcpy(records + records_bytes, &head, sizeof(head));
    memcpy(records + records_bytes + sizeof(head), bytes, head.length);
    records_bytes += sizeof(head) + head.length;
    result = 0;
  }
  mutex_unlock(&records_lock);
  return result;
}

static ssize_t records_read(struct file *file, char __user *to, size_t count, loff_t *place)
{
  ssize_t result;

  mutex_lock(&records_lock);
  result = simple_read_from_buffer(to, count, place, records, records_bytes);
  mutex_unlock(&records_lock);
  return result;
}

static const struct file_operations records_operations = {
  .owner = THIS_MODULE, .read = records_read, .llseek = default_llseek,
};
static struct miscdevice records_device = {
  .minor = MISC_DYNAMIC_MINOR, .name = "testbus", .fops = &records_operations,
};

static int take_i2c(const struct i2c_msg *message)
{
  struct record head = { .kind = 'i', .address = message->addr, .dc = -1, .length = message->len };
  int result = -READ_ONCE(i2c_errno);

  if (message->flags & I2C_M_RD)
    return -EOPNOTSUPP;
  // What the driver of a Raspberry Pi says when nothing acknowledges.
  if (message->addr != i2c_address)
    result = -EREMOTEIO;
  if (result)
    head.kind = 'I';
  return keep(head, message->buf) ?: result;
}

static int take_i2c_messages(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
  int index, result;

  for (index = 0; index < count; index++) {
    result = take_i2c(&messages[index]);
    if (result)
      return result;
  }
  return count;
}

static u32 i2c_functions(struct i2c_adapter *adapter)
{
  return I2C_FUNC_I2C;
}

static const struct i2c_algorithm i2c_algorithm = {
  .master_xfer = take_i2c_messages, .functionality = i2c_functions,
};
static struct i2c_adapter adapter = {
  .owner = THIS_MODULE, .algo = &i2c_algorithm, .name = "testbus", .nr = 1,
};

static int take_spi(struct spi_device *device, const struct spi_transfer *transfer)
{
  struct gpio_desc *line = dc < 0 ? NULL : gpio_to_desc(dc);
  struct record head = {
    .kind = 's',
    .dc = line ? gpiod_get_raw_value_cansleep(line) : -1,
    .mode = device->mode,
    .hz = transfer->speed_hz,
    .length = transfer->len,
  };
  int result = -READ_ONCE(spi_errno);

  if (!transfer->tx_buf || transfer->rx_buf)
    return -EOPNOTSUPP;
  if (result)
    head.kind = 'S';
  return keep(head, transfer->tx_buf) ?: result;
}

static int take_spi_message(struct spi_controller *controller, struct spi_message *message)
{
  struct spi_transfer *transfer;

  message->status = 0;
  list_for_each_entry(transfer, &message->transfers, transfer_list) {
    message->status = take_spi(message->spi, transfer);
    if (message->status)
      break;
    message->actual_length += transfer->len;
  }
  spi_finalize_current_message(controller);
  return 0;
}

static struct platform_device *parent;
static struct spi_controller *controller;

static int __init add_spi(void)
{
  // spidev serves only names that it knows, and it has known this one for ever.
  struct spi_board_info board = { .modalias = "dh2228fv", .max_speed_hz = 125000000 };
  int result;

  controller = __spi_alloc_controller(&parent->dev, 0, false);
  if (!controller)
    return -ENOMEM;
  controller->bus_num = 0;
  controller->num_chipselect = 1;
  controller->mode_bits = SPI_CPOL | SPI_CPHA;
  controller->bits_per_word_mask = SPI_BPW_MASK(8);
  controller->transfer_one_message = take_spi_message;
  result = spi_register_controller(controller);
  if (result) {
    spi_controller_put(controller);
    return result;
  }
  if (spi_new_device(controller, &board))
    return 0;
  spi_unregister_controller(controller);
  return -ENODEV;
}

// It stays until the guest ends: there is no exit.
static int __init testbus_init(void)
{
  int result = -ENOMEM;

  records = vzalloc(RECORDS_BYTES_MAX);
  if (!records)
    return result;
  parent = platform_device_register_simple("testbus", -1, NULL, 0);
  result = PTR_ERR_OR_ZERO(parent);
  if (result)
    goto free_records;
  result = misc_register(&records_device);
  if (result)
    goto remove_parent;
  adapter.dev.parent = &parent->dev;
  result = i2c_add_numbered_adapter(&adapter);
  if (result)
    goto remove_records;
  result = add_spi();
  if (!result)
    return 0;
  i2c_del_adapter(&adapter);
remove_records:
  misc_deregister(&records_device);
remove_parent:
  platform_device_unregister(parent);
free_records:
  vfree(records);
  return result;
}
module_init(testbus_init);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("I2C and SPI buses that write down what is sent");
