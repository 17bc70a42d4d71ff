package io.awaken.core.phase;

import java.math.BigDecimal;
import java.time.Duration;

/** A part of a plugin, or a tool on its run's thread, took longer than its deadline. */
public final class HookTimeout extends Exception {
  private static final long serialVersionUID = 1L;

  HookTimeout(Duration limit) {
    super(
        "took longer than "
            + BigDecimal.valueOf(limit.toMillis(), 3).stripTrailingZeros().toPlainString()
            + " s");
  }
}
