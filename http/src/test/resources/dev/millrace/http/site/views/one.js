// A script.
