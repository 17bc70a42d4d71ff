package com.example.ratelimit;

/**
 * The calls of a thread since some moment; what the state key holds.
 *
 * @param begun epoch milliseconds of the first call
 * @param calls how many were let through since then
 */
public record Window(long begun, int calls) {

  static final Window NONE = new Window(0, 0);

  /** What changes it: a call was let through at a time, under a limit of so many seconds. */
  record Call(long at, int seconds) {}

  boolean over(int seconds, long now) {
    return calls == 0 || now - begun >= seconds * 1_000L;
  }

  Window with(Call call) {
    return over(call.seconds(), call.at())
        ? new Window(call.at(), 1)
        : new Window(begun, calls + 1);
  }
}
