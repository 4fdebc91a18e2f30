"""What the tests share: the server as a process, a browser without windows, the seeded world by name."""
