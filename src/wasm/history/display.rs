//! What people see of stored history.
