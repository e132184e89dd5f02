// Sockets.
