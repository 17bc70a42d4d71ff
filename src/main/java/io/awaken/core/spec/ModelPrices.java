package io.awaken.core.spec;

import java.math.BigDecimal;

/**
 * What a million tokens of a model cost. Nothing is built in: prices change, and only the operator
 * knows the contract.
 *
 * @param input of what the model reads, without what follows
 * @param output of what it writes, reasoning included
 * @param cacheRead of what the provider read from its cache; null for the price of input
 * @param cacheWrite of what it wrote to its cache; null for the price of input
 * @param currency three capital letters; default USD
 */
public record ModelPrices(
    BigDecimal input,
    BigDecimal output,
    BigDecimal cacheRead,
    BigDecimal cacheWrite,
    String currency) {

  /** The currency of prices that name none. */
  public static final String DEFAULT_CURRENCY = "USD";

  /** Tokens that a price is for, as a power of ten. */
  private static final int MILLION = 6;

  public ModelPrices {
    input = plain(input);
    output = plain(output);
    cacheRead = plain(cacheRead);
    cacheWrite = plain(cacheWrite);
    currency = currency == null ? DEFAULT_CURRENCY : currency;
  }

  /**
   * What a call costs.
   *
   * @param fresh input tokens that the cache had nothing to do with
   * @param read input tokens from the cache
   * @param written input tokens to the cache
   * @param answered output tokens
   */
  public Cost cost(long fresh, long read, long written, long answered) {
    BigDecimal sum =
        of(fresh, input)
            .add(of(read, cacheRead == null ? input : cacheRead))
            .add(of(written, cacheWrite == null ? input : cacheWrite))
            .add(of(answered, output));
    return Cost.of(sum.movePointLeft(MILLION), currency);
  }

  private static BigDecimal of(long tokens, BigDecimal price) {
    return price.multiply(BigDecimal.valueOf(tokens));
  }

  /** Equal numbers are equal then, and are written in the same way. */
  private static BigDecimal plain(BigDecimal price) {
    if (price == null) {
      return null;
    }
    BigDecimal stripped = price.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
