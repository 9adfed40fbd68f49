//! From a target (provider, API, model) to the flags that replay goes by.
