// Configuration.
