package io.awaken.bench.endpoint;

/**
 * The endpoint's behaviour, selected by the model's name.
 *
 * <ul>
 *   <li>{@code two-step} and {@code offered}: calls {@code get_weather} if the last message is the
 *       user's and tools are offered, otherwise answers with a short text; both without delay.
 *   <li>{@code delegating}: the same, but calls {@code agent_run_two-step}.
 *   <li>{@code stream-N}: N tokens, one every 20 ms.
 *   <li>{@code idle}: sends nothing until {@code POST /release}, then answers with a short text.
 * </ul>
 */
record Behaviour(Kind kind, int tokens) {

  enum Kind {
    CALL,
    DELEGATE,
    TEXT,
    STREAM,
    IDLE
  }

  private static final String MODEL = "\"model\":\"";
  private static final String STREAM = "stream-";

  /** Scans a request body; the server under test writes JSON without spaces. */
  static Behaviour of(String body) {
    int from = body.indexOf(MODEL) + MODEL.length();
    String model = body.substring(from, body.indexOf('"', from));
    if (model.startsWith(STREAM)) {
      return new Behaviour(Kind.STREAM, Integer.parseInt(model.substring(STREAM.length())));
    }
    if (model.equals("idle")) {
      return new Behaviour(Kind.IDLE, 0);
    }
    boolean asked = body.startsWith("user\"", body.lastIndexOf("\"role\":\"") + 8);
    boolean offered = body.contains("\"tools\":[");
    Kind call = model.equals("delegating") ? Kind.DELEGATE : Kind.CALL;
    return new Behaviour(asked && offered ? call : Kind.TEXT, 0);
  }
}
