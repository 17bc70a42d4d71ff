package com.example.ratelimit;

/**
 * The value of the state key: the calls of a thread in the current window.
 *
 * @param begun epoch milliseconds of the first call
 * @param calls number of admitted calls since then
 */
public record Window(long begun, int calls) {

  static final Window NONE = new Window(0, 0);

  /** The update: an admitted call, in epoch milliseconds, and the window's length in seconds. */
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
