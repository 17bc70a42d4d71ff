package io.awaken.core.spec;

import java.math.BigDecimal;

/**
 * The prices of a million tokens of a model. There are no built-in prices, since they change and
 * depend on the operator's contract.
 *
 * @param input price of input, without cached tokens
 * @param output price of output, including reasoning
 * @param cacheRead price of input read from the provider's cache; null for the price of input
 * @param cacheWrite price of input written to the cache; null for the price of input
 * @param currency three capital letters; default USD
 */
public record ModelPrices(
    BigDecimal input,
    BigDecimal output,
    BigDecimal cacheRead,
    BigDecimal cacheWrite,
    String currency) {

  /** The default currency. */
  public static final String DEFAULT_CURRENCY = "USD";

  /** The number of tokens of a price, as a power of ten. */
  private static final int MILLION = 6;

  public ModelPrices {
    input = plain(input);
    output = plain(output);
    cacheRead = plain(cacheRead);
    cacheWrite = plain(cacheWrite);
    currency = currency == null ? DEFAULT_CURRENCY : currency;
  }

  /**
   * The cost of a call.
   *
   * @param fresh input tokens outside of the cache
   * @param read input tokens read from the cache
   * @param written input tokens written to the cache
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

  /** Normalised, so that equal numbers have one notation. */
  private static BigDecimal plain(BigDecimal price) {
    if (price == null) {
      return null;
    }
    BigDecimal stripped = price.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
