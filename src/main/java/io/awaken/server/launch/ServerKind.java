package io.awaken.server.launch;

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
   * @throws IllegalArgumentException with the values that it can have
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

  /** As settings and the folders of {@code server-config} name it. */
  public String value() {
    return value;
  }

  /** As its vendor names it. */
  public String label() {
    return label;
  }
}
