package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.math.BigDecimal;

/**
 * The exact cost of model calls. Immutable.
 *
 * @param amount a decimal number in plain notation without trailing zeros; text, since many clients
 *     lose digits of JSON numbers
 * @param currency such as {@code USD}
 */
public record Cost(String amount, String currency) {

  /** Normalises the scale of an amount. */
  public static Cost of(BigDecimal amount, String currency) {
    return new Cost(amount.stripTrailingZeros().toPlainString(), currency);
  }

  /** The amount as a number. */
  @JsonIgnore
  public BigDecimal value() {
    return new BigDecimal(amount);
  }

  /**
   * The sum; the other one if one is null. If the currencies differ, the first amount: only
   * possible when the operator changes the currency during a run.
   */
  public static Cost sum(Cost a, Cost b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.currency.equals(b.currency) ? of(a.value().add(b.value()), a.currency) : a;
  }
}
