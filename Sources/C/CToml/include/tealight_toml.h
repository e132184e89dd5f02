#pragma once
int tealight_toml_placeholder(void);
