package io.awaken.server.documents.rules;

import com.networknt.schema.ExecutionContext;
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

/** The forms of texts that schemas of documents name in {@code format} beside standard ones. */
public record DocumentFormat(String name, Predicate<String> form) implements Format {

  private static final Pattern MONTH = Pattern.compile("\\d{4}-\\d{2}");

  static final List<DocumentFormat> ALL =
      List.of(
          new DocumentFormat("http-address", DocumentFormat::isHttp),
          new DocumentFormat("issuer", DocumentFormat::isIssuer),
          new DocumentFormat("private-key", text -> PemKey.read(Secret.of(text)).isPresent()),
          new DocumentFormat("base64", DocumentFormat::isBase64),
          new DocumentFormat("day-or-month", DocumentFormat::isDayOrMonth));

  @Override
  public String getName() {
    return name;
  }

  @Override
  public boolean matches(ExecutionContext context, String text) {
    return form.test(text);
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
