package io.awaken.launch;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The servers that the launcher can start. */
public enum ServerKind {
  /** Payara Micro, the default. */
  PAYARA("payara", "Payara Micro"),

  /** WildFly, with its full profile. */
  WILDFLY("wildfly", "WildFly");

  private final String value;
  private final String label;

  ServerKind(String value, String label) {
    this.value = value;
    this.label = label;
  }

  /**
   * Reads the value of a setting.
   *
   * @throws IllegalArgumentException with the allowed values
   */
  public static ServerKind of(String value) {
    return Arrays.stream(values())
        .filter(kind -> kind.value.equals(value))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("must be " + choices() + ", it is " + value));
  }

  private static String choices() {
    return Arrays.stream(values()).map(ServerKind::value).collect(Collectors.joining(" or "));
  }

  /** Its name in settings and in {@code server-config}. */
  public String value() {
    return value;
  }

  /** Its vendor's name. */
  public String label() {
    return label;
  }
}
