// KNOWN-FAIL: false is not true
// RUN: false
