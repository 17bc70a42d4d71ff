package io.awaken.config.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.format.Format;
import io.awaken.core.spec.PemKey;
import io.awaken.core.spec.Secret;
import java.net.URI;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The forms of values that schemas of documents name in {@code format} beside standard ones. */
public record DocumentFormat(String name, Predicate<JsonNode> form) implements Format {

  private static final Pattern MONTH = Pattern.compile("\\d{4}-\\d{2}");

  static final List<DocumentFormat> ALL =
      List.of(
          ofText("http-address", DocumentFormat::isHttp),
          ofText("issuer", DocumentFormat::isIssuer),
          ofText("private-key", text -> PemKey.read(Secret.of(text)).isPresent()),
          ofText("base64", DocumentFormat::isBase64),
          ofText("day-or-month", DocumentFormat::isDayOrMonth),
          new DocumentFormat("six-decimals", DocumentFormat::hasSixDecimals));

  @Override
  public String getName() {
    return name;
  }

  @Override
  public boolean matches(ExecutionContext execution, SchemaContext schema, JsonNode value) {
    return form.test(value);
  }

  private static DocumentFormat ofText(String name, Predicate<String> form) {
    return new DocumentFormat(name, value -> !value.isTextual() || form.test(value.textValue()));
  }

  /** In place of {@code multipleOf}, which expands exponents of any size. */
  private static boolean hasSixDecimals(JsonNode value) {
    return !value.isNumber() || value.decimalValue().stripTrailingZeros().scale() <= 6;
  }

  /** Whether a text is an absolute http or https address with a host. */
  public static boolean isHttp(String address) {
    try {
      URI uri = URI.create(address);
      return Set.of("http", "https").contains(String.valueOf(uri.getScheme()))
          && uri.getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isIssuer(String address) {
    return isHttp(address)
        && URI.create(address).getRawQuery() == null
        && URI.create(address).getRawFragment() == null;
  }

  private static boolean isBase64(String text) {
    try {
      return Base64.getDecoder().decode(text).length > 0;
    } catch (IllegalArgumentException e) {
      return false;
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
