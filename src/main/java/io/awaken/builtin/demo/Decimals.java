package io.awaken.builtin.demo;

import io.awaken.builtin.demo.Expression.Invalid;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * One operation on exact decimals. Division and negative powers round to 34 digits (decimal128);
 * the sign of a remainder is the dividend's. A number may have 1,000 digits before and after its
 * point, and an exponent must be a whole number from -1,000 to 1,000.
 */
final class Decimals {

  private static final int MAX_DIGITS = 1_000;
  private static final int MAX_EXPONENT = 1_000;

  private Decimals() {}

  /**
   * @param position position of the operator, for errors
   */
  static BigDecimal apply(char operator, BigDecimal left, BigDecimal right, int position)
      throws Invalid {
    BigDecimal result =
        switch (operator) {
          case '+' -> left.add(right);
          case '-' -> left.subtract(right);
          case '*' -> left.multiply(right);
          case '/' -> left.divide(divisor(right, position), MathContext.DECIMAL128);
          case '%' -> left.remainder(divisor(right, position));
          case '^' -> power(left, right, position);
          default -> throw new Invalid("no such operator: " + operator, position);
        };
    return limited(result, position);
  }

  private static BigDecimal divisor(BigDecimal number, int position) throws Invalid {
    if (number.signum() == 0) {
      throw new Invalid("division by zero", position);
    }
    return number;
  }

  private static BigDecimal power(BigDecimal base, BigDecimal exponent, int position)
      throws Invalid {
    if (exponent.stripTrailingZeros().scale() > 0
        || exponent.abs().compareTo(BigDecimal.valueOf(MAX_EXPONENT)) > 0) {
      throw new Invalid(
          "exponent must be a whole number from -" + MAX_EXPONENT + " to " + MAX_EXPONENT,
          position);
    }
    int times = Math.abs(exponent.intValueExact());
    // Checked before calculating: both products are lower bounds of the result's digits.
    if ((long) (base.precision() - 1) * times > MAX_DIGITS
        || (long) Math.abs(base.scale()) * times > MAX_DIGITS) {
      throw tooLong(position);
    }
    BigDecimal result = base.pow(times);
    return exponent.signum() < 0
        ? BigDecimal.ONE.divide(divisor(result, position), MathContext.DECIMAL128)
        : result;
  }

  private static BigDecimal limited(BigDecimal number, int position) throws Invalid {
    if (number.precision() - number.scale() > MAX_DIGITS || number.scale() > MAX_DIGITS) {
      throw tooLong(position);
    }
    return number;
  }

  private static Invalid tooLong(int position) {
    return new Invalid("result has more than " + MAX_DIGITS + " digits", position);
  }
}
