// SPDX-License-Identifier: GPL-2.0
// Lights of the LED class and of the backlight class. Those of one device go when it is unbound, as
// `echo testlights.1 >/sys/bus/platform/drivers/testlights/unbind` does.
#include <linux/backlight.h>
#include <linux/leds.h>
#include <linux/module.h>
#include <linux/platform_device.h>

// A board's own light, which shows something else until somebody takes it, and one of three colours.
static const struct {
  const char *name, *trigger;
  unsigned int max;
} lights[][3] = {
  { { "ACT", "disk-activity", 1 } },
  { { "red:status", NULL, 255 }, { "green:status", NULL, 255 }, { "blue:status", NULL, 255 } },
};

static void take_brightness(struct led_classdev *light, enum led_brightness brightness)
{
}

static int take_backlight(struct backlight_device *light)
{
  return 0;
}
static const struct backlight_ops backlight_operations = { .update_status = take_backlight };

static int add_backlight(struct device *parent)
{
  struct backlight_properties properties = {
    .type = BACKLIGHT_RAW, .max_brightness = 255, .brightness = 255,
  };

  return PTR_ERR_OR_ZERO(devm_backlight_device_register(
    parent, "testlight", parent, NULL, &backlight_operations, &properties));
}

static int testlights_probe(struct platform_device *device)
{
  int index, result = device->id ? 0 : add_backlight(&device->dev);

  for (index = 0; !result && index < 3 && lights[device->id][index].name; index++) {
    struct led_classdev *light = devm_kzalloc(&device->dev, sizeof(*light), GFP_KERNEL);

    if (!light)
      return -ENOMEM;
    light->name = lights[device->id][index].name;
    light->default_trigger = lights[device->id][index].trigger;
    light->max_brightness = lights[device->id][index].max;
    light->brightness_set = take_brightness;
    result = devm_led_classdev_register(&device->dev, light);
  }
  return result;
}

static struct platform_driver driver = {
  .probe = testlights_probe, .driver = { .name = "testlights" },
};

// They stay until the guest ends: there is no exit.
static int __init testlights_init(void)
{
  int id, result = platform_driver_register(&driver);

  for (id = 0; !result && id < ARRAY_SIZE(lights); id++)
    result = PTR_ERR_OR_ZERO(platform_device_register_simple("testlights", id, NULL, 0));
  return result;
}
module_init(testlights_init);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Lights that nobody sees");
