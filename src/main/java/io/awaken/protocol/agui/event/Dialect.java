package io.awaken.protocol.agui.event;

/** The protocol release of a client, from {@code protocolVersion} of its request. */
public enum Dialect {
  /** 1.0 and later, whose clients ignore unknown fields and events. */
  V1_0,
  /** 0.0.59, whose clients send no version and reject unknown fields and events. */
  V0_0_59;

  /** The version that this server implements. */
  public static final String VERSION = "1.0";

  /**
   * The dialect of a client.
   *
   * @param protocolVersion null for a client that sends none; an invalid version counts as none
   */
  public static Dialect of(String protocolVersion) {
    if (protocolVersion == null) {
      return V0_0_59;
    }
    int end = protocolVersion.indexOf('.');
    String major = end < 0 ? protocolVersion : protocolVersion.substring(0, end);
    boolean number = !major.isEmpty() && major.chars().allMatch(c -> c >= '0' && c <= '9');
    return number && !major.chars().allMatch(c -> c == '0') ? V1_0 : V0_0_59;
  }

  boolean current() {
    return this == V1_0;
  }
}
