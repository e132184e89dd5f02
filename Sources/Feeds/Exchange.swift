// Adapter between exchanges and market data.
