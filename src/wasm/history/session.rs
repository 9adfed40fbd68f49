//! Session files: repair plans, and from file to messages.
