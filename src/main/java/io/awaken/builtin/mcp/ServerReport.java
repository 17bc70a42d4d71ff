package io.awaken.builtin.mcp;

import java.util.List;

/**
 * How a server of tools stands, for operators.
 *
 * @param transport {@code http} or {@code stdio}
 * @param state {@code connecting}, {@code connected} or {@code unavailable}
 * @param protocol the revision that is spoken; null while nothing is
 * @param tools how many of its tools are offered
 * @param code why it is unavailable; null otherwise
 * @param reason the same for people; null otherwise
 * @param withheld tools that are not offered, and why
 */
public record ServerReport(
    String id,
    String transport,
    String state,
    String protocol,
    int tools,
    String code,
    String reason,
    List<Withheld> withheld) {

  /**
   * A tool that is not offered.
   *
   * @param hash what it can be approved by; null when approval would not help
   */
  public record Withheld(String name, String hash, String reason) {}
}
