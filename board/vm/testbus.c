// SPDX-License-Identifier: GPL-2.0
// An I2C adapter and a SPI controller that write down what is sent, under the real i2c-dev and
// spidev. /dev/testbus holds one record for each transfer: struct record and then its bytes.
#include <linux/delay.h>
#include <linux/gpio.h>
#include <linux/gpio/consumer.h>
#include <linux/gpio/driver.h>
#include <linux/i2c.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/pinctrl/pinconf-generic.h>
#include <linux/platform_device.h>
#include <linux/spi/spi.h>
#include <linux/uaccess.h>
#include <linux/version.h>
#include <linux/vmalloc.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
#define spi_get_chipselect(device, index) ((device)->chip_select)
#endif

struct record {
  u8 kind;     // 'i' written to I2C, 'r' read from it, 's' written to SPI; upper case: it failed
  u8 address;  // on I2C; chip select on SPI
  s8 dc;       // level of its line `dc` during the transfer, -1 where there is none
  u8 mode;     // of SPI
  u32 hz;      // of SPI
  u32 length;
  u32 reserved;
  u64 ns;      // CLOCK_MONOTONIC
};

static ushort i2c_addresses[8] = { 0x3c, 0x3d };
module_param_array(i2c_addresses, ushort, NULL, 0644);
MODULE_PARM_DESC(i2c_addresses, "the addresses that acknowledge");

static int i2c_errno, spi_errno, spi_bytes_max = INT_MAX;
module_param(i2c_errno, int, 0644);
MODULE_PARM_DESC(i2c_errno, "every I2C transfer fails with this error; 0: none");
module_param(spi_errno, int, 0644);
MODULE_PARM_DESC(spi_errno, "every SPI transfer fails with this error; 0: none");
module_param(spi_bytes_max, int, 0644);
MODULE_PARM_DESC(spi_bytes_max, "longer SPI transfers are refused");

#define CHIP_SELECTS 2
static int dc[CHIP_SELECTS] = { -1, -1 }, busy[CHIP_SELECTS] = { -1, -1 }, busy_ms = 100;
module_param_array(dc, int, NULL, 0644);
MODULE_PARM_DESC(dc, "of each chip select, number of the GPIO line whose level is recorded");
module_param_array(busy, int, NULL, 0644);
MODULE_PARM_DESC(busy, "likewise, of a gpio-sim line that is pulled up while e-paper refreshes");
module_param(busy_ms, int, 0644);
MODULE_PARM_DESC(busy_ms, "how long a refresh takes; 0: for ever");

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

static bool acknowledges(u16 address)
{
  int index;

  for (index = 0; index < ARRAY_SIZE(i2c_addresses); index++)
    if (address == READ_ONCE(i2c_addresses[index]))
      return true;
  return false;
}

static int take_i2c(struct i2c_adapter *adapter, const struct i2c_msg *message)
{
  const bool reads = message->flags & I2C_M_RD;
  struct record head = { .address = message->addr, .dc = -1, .length = message->len };
  int result = -READ_ONCE(i2c_errno);

  // What the driver of a Raspberry Pi says when nothing acknowledges.
  if (!acknowledges(message->addr))
    result = -EREMOTEIO;
  else if (result == -ETIMEDOUT)
    msleep(jiffies_to_msecs(adapter->timeout));
  if (reads)
    memset(message->buf, 0, message->len);
  head.kind = reads ? result ? 'R' : 'r' : result ? 'I' : 'i';
  return keep(head, message->buf) ?: result;
}

static int take_i2c_messages(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
  int index, result;

  for (index = 0; index < count; index++) {
    result = take_i2c(adapter, &messages[index]);
    if (result)
      return result;
  }
  return count;
}

static u32 i2c_functions(struct i2c_adapter *adapter)
{
  return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm i2c_algorithm = {
  .master_xfer = take_i2c_messages, .functionality = i2c_functions,
};
static struct i2c_adapter adapter = {
  .owner = THIS_MODULE, .algo = &i2c_algorithm, .name = "testbus", .nr = 1,
};

static void pull(int number, enum pin_config_param way)
{
  struct gpio_chip *chip = number < 0 ? NULL : gpiod_to_chip(gpio_to_desc(number));

  if (chip)
    chip->set_config(chip, number - chip->base, pinconf_to_config_packed(way, 1));
}

static void finish_refreshes(struct work_struct *work)
{
  int select;

  for (select = 0; select < CHIP_SELECTS; select++)
    pull(busy[select], PIN_CONFIG_BIAS_PULL_DOWN);
}
static DECLARE_DELAYED_WORK(refreshes, finish_refreshes);

static void begin_refresh(int select)
{
  pull(busy[select], PIN_CONFIG_BIAS_PULL_UP);
  if (busy_ms)
    mod_delayed_work(system_wq, &refreshes, msecs_to_jiffies(busy_ms));
}

static int take_spi(struct spi_device *device, const struct spi_transfer *transfer)
{
  // The SSD1680's and SSD1681's Master Activation.
  const u8 activation = 0x20;
  int select = spi_get_chipselect(device, 0);
  struct gpio_desc *line = dc[select] < 0 ? NULL : gpio_to_desc(dc[select]);
  struct record head = {
    .kind = 's',
    .address = select,
    .dc = line ? gpiod_get_raw_value_cansleep(line) : -1,
    .mode = device->mode,
    .hz = transfer->speed_hz,
    .length = transfer->len,
  };
  int result = -READ_ONCE(spi_errno);

  if (!transfer->tx_buf || transfer->rx_buf)
    return -EOPNOTSUPP;
  if (!result && transfer->len > READ_ONCE(spi_bytes_max))
    result = -EMSGSIZE;
  if (result)
    head.kind = 'S';
  else if (!head.dc && memchr(transfer->tx_buf, activation, transfer->len))
    begin_refresh(select);
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
  controller->num_chipselect = CHIP_SELECTS;
  // What a Raspberry Pi's controller can do.
  controller->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH | SPI_NO_CS | SPI_3WIRE;
  controller->bits_per_word_mask = SPI_BPW_MASK(8);
  controller->transfer_one_message = take_spi_message;
  result = spi_register_controller(controller);
  if (result) {
    spi_controller_put(controller);
    return result;
  }
  for (; board.chip_select < CHIP_SELECTS; board.chip_select++)
    if (!spi_new_device(controller, &board)) {
      spi_unregister_controller(controller);
      return -ENODEV;
    }
  return 0;
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
