// A market from a seed.
