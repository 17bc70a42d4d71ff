package io.awaken.bench.endpoint;

import java.nio.charset.StandardCharsets;

/** The bytes of all answers with chunked transfer coding. Immutable except for the token. */
final class Answers {

  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final String STAMP = "0000000000";
  private static final String DONE = "data: [DONE]\n\n";
  private static final String STOP = delta("{}", "\"stop\"") + usage() + DONE;
  private static final int BASE = 36;

  static final byte[] CALL = call("get_weather", "city", "Bern");
  static final byte[] DELEGATE = call("agent_run_two-step", "prompt", "How is it in Bern?");
  static final byte[] TEXT =
      bytes(
          HEAD
              + chunk(text("It is ") + text("sunny ") + text("in ") + text("Bern.") + STOP)
              + chunk(""));
  static final byte[] OPEN = bytes(HEAD);
  static final byte[] LATE_TEXT = bytes(chunk(text("Released.") + STOP) + chunk(""));
  static final byte[] END = bytes(chunk(STOP) + chunk(""));
  static final byte[] RELEASED = bytes("HTTP/1.1 204 No Content\r\n\r\n");

  private final byte[] token = bytes(chunk(text(STAMP + " ")));
  private final int stampAt = new String(token, StandardCharsets.US_ASCII).indexOf(STAMP);

  /**
   * Returns the next token: the microseconds of the monotonic clock as ten base-36 digits, so that
   * the reader can subtract delays of the sender. The array is reused.
   */
  byte[] token(long nanoTime) {
    long micros = nanoTime / 1000;
    for (int i = STAMP.length() - 1; i >= 0; i--) {
      token[stampAt + i] = (byte) Character.forDigit((int) (micros % BASE), BASE);
      micros /= BASE;
    }
    return token;
  }

  private static byte[] call(String tool, String argument, String value) {
    return bytes(
        HEAD
            + chunk(
                delta(
                        "{\"role\":\"assistant\",\"tool_calls\":[{\"index\":0,\"id\":\"call_1\","
                            + "\"type\":\"function\",\"function\":{\"name\":\""
                            + tool
                            + "\",\"arguments\":\"\"}}]}",
                        "null")
                    + arguments("{\\\"" + argument + "\\\":")
                    + arguments("\\\"" + value + "\\\"}")
                    + delta("{}", "\"tool_calls\"")
                    + usage()
                    + DONE)
            + chunk(""));
  }

  private static String text(String content) {
    return delta("{\"content\":\"" + content + "\"}", "null");
  }

  private static String arguments(String part) {
    return delta(
        "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"" + part + "\"}}]}", "null");
  }

  private static String delta(String delta, String finish) {
    return "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,"
        + "\"model\":\"bench\",\"choices\":[{\"index\":0,\"delta\":"
        + delta
        + ",\"finish_reason\":"
        + finish
        + "}]}\n\n";
  }

  private static String usage() {
    return "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,"
        + "\"model\":\"bench\",\"choices\":[],\"usage\":{\"prompt_tokens\":100,"
        + "\"completion_tokens\":10,\"total_tokens\":110}}\n\n";
  }

  private static String chunk(String content) {
    return Integer.toHexString(content.length()) + "\r\n" + content + "\r\n";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
