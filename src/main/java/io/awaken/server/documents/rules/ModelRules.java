package io.awaken.server.documents.rules;

import io.awaken.core.spec.Modality;
import io.awaken.core.spec.ModelPrices;
import io.awaken.core.spec.ModelSpec;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * Rules of a model's capabilities.
 *
 * @param problems receives field and reason of each violation
 */
record ModelRules(BiConsumer<String, String> problems) {

  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
  private static final Pattern MONTH = Pattern.compile("\\d{4}-\\d{2}");

  void check(ModelSpec model) {
    if (model.modalities() != null && !model.modalities().contains(Modality.TEXT)) {
      problems.accept("modalities", "must contain text, which every request has");
    }
    if (model.knowledgeCutoff() != null && !isDayOrMonth(model.knowledgeCutoff())) {
      problems.accept("knowledge_cutoff", "must be a day such as 2025-06-30 or a month: 2025-06");
    }
    if (model.prices() != null) {
      prices(model.prices());
    }
  }

  private void prices(ModelPrices prices) {
    required("prices.input", prices.input());
    required("prices.output", prices.output());
    price("prices.input", prices.input());
    price("prices.output", prices.output());
    price("prices.cache_read", prices.cacheRead());
    price("prices.cache_write", prices.cacheWrite());
    if (!CURRENCY.matcher(prices.currency()).matches()) {
      problems.accept("prices.currency", "must be three capital letters, such as USD");
    }
  }

  private void required(String field, BigDecimal price) {
    if (price == null) {
      problems.accept(field, "is required");
    }
  }

  private void price(String field, BigDecimal price) {
    if (price != null
        && (price.signum() < 0
            || price.compareTo(BigDecimal.valueOf(SpecLimits.MAX_PRICE)) > 0
            || price.scale() > SpecLimits.MAX_PRICE_DECIMALS)) {
      problems.accept(
          field,
          "must be 0 to %d with at most %d decimals, per million tokens"
              .formatted(SpecLimits.MAX_PRICE, SpecLimits.MAX_PRICE_DECIMALS));
    }
  }

  private static boolean isDayOrMonth(String text) {
    try {
      if (MONTH.matcher(text).matches()) {
        YearMonth.parse(text);
      } else {
        LocalDate.parse(text);
      }
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
