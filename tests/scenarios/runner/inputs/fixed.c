// KNOWN-FAIL: was broken once
// RUN: true
