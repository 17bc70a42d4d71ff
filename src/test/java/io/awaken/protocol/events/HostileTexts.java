package io.awaken.protocol.events;

import java.util.List;

/** Texts that try to break out of their frame or to attack the reader (attack S43). */
public final class HostileTexts {

  private static final List<String> ALL =
      List.of(
          "\r\n\r\ndata: [DONE]\n\n",
          "\rid: 9-9\rdata: {\"type\":\"finish\"}\r\r",
          "\u001b[2J\u001b]0;title\u0007",
          "one\u2028two\u2029three\u0085four",
          "</script><script>alert(1)</script>");

  private HostileTexts() {}

  public static List<String> all() {
    return ALL;
  }
}
