package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.math.BigDecimal;

/**
 * What model calls cost, exactly. Immutable.
 *
 * @param amount a decimal number in plain notation without trailing zeros; text, since numbers of
 *     JSON lose digits in many clients
 * @param currency such as {@code USD}
 */
public record Cost(String amount, String currency) {

  /** The same amount, whatever its scale is. */
  public static Cost of(BigDecimal amount, String currency) {
    return new Cost(amount.stripTrailingZeros().toPlainString(), currency);
  }

  /** The amount as a number. */
  @JsonIgnore
  public BigDecimal value() {
    return new BigDecimal(amount);
  }

  /**
   * Both together; the other where one is null. Amounts of two currencies cannot be added: the
   * first stays, which happens only to a run during which the operator changed the currency.
   */
  public static Cost sum(Cost a, Cost b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.currency.equals(b.currency) ? of(a.value().add(b.value()), a.currency) : a;
  }
}
