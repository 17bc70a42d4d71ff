package io.awaken.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Classifies the lines of a protocol's event stream without parsing JSON. Immutable. */
final class EventLine {

  private static final byte[] DATA = bytes("data:");
  private static final byte[] DELEGATE = bytes("\"delegate\":{");
  private static final byte[] DELTA = bytes("\"delta\":\"");
  private static final int STAMP = 10;
  private static final int BASE = 36;

  enum Kind {
    /** An id, a comment or a blank line. */
    NONE,
    /** The stream is open, without an event of the run yet. */
    OPENED,
    OTHER,
    TEXT,
    TOOL_DONE,
    /** The end of a run between the events of its caller. */
    DELEGATE_DONE,
    FINISHED,
    FAILED
  }

  private record Name(byte[] text, Kind kind) {}

  private final byte[] typeField;
  private final byte[] success;
  private final List<Name> names;

  /**
   * @param typeField the field with an event's type
   * @param success a text of the last event of a run that ended naturally
   */
  private EventLine(String typeField, String success, Name... names) {
    this.typeField = bytes("\"" + typeField + "\":\"");
    this.success = bytes(success);
    this.names = List.of(names);
  }

  static EventLine ofNativeApi() {
    return new EventLine(
        "event_type",
        "\"natural_end\"",
        name("text_delta", Kind.TEXT),
        name("tool_call_done", Kind.TOOL_DONE),
        name("run_finish", Kind.FINISHED));
  }

  static EventLine ofAiSdk() {
    return new EventLine(
        "type",
        "\"finishReason\":\"stop\"",
        name("text-delta", Kind.TEXT),
        name("tool-output-available", Kind.TOOL_DONE),
        name("start", Kind.OPENED),
        name("finish", Kind.FINISHED),
        name("error", Kind.FAILED),
        name("abort", Kind.FAILED));
  }

  static EventLine ofAgUi() {
    return new EventLine(
        "type",
        "\"outcome\":{\"type\":\"success\"}",
        name("TEXT_MESSAGE_CONTENT", Kind.TEXT),
        name("TOOL_CALL_RESULT", Kind.TOOL_DONE),
        name("RUN_STARTED", Kind.OPENED),
        name("RUN_FINISHED", Kind.FINISHED),
        name("RUN_ERROR", Kind.FAILED));
  }

  /** Returns the kind of the line. */
  Kind kind(byte[] line, int from, int to) {
    if (!starts(line, from, to, DATA)) {
      return Kind.NONE;
    }
    int type = after(line, from, to, typeField);
    if (type < 0) {
      return Kind.OTHER;
    }
    for (Name name : names) {
      if (starts(line, type, to, name.text())) {
        return name.kind() == Kind.FINISHED ? end(line, type, to) : name.kind();
      }
    }
    return Kind.OTHER;
  }

  private Kind end(byte[] line, int from, int to) {
    boolean natural = after(line, from, to, success) >= 0;
    if (after(line, from, to, DELEGATE) >= 0) {
      return natural ? Kind.DELEGATE_DONE : Kind.OTHER;
    }
    return natural ? Kind.FINISHED : Kind.FAILED;
  }

  /** When the endpoint sent the token, in nanoseconds; -1 if the line has no timestamp. */
  static long sentAt(byte[] line, int from, int to) {
    int at = after(line, from, to, DELTA);
    if (at < 0 || at + STAMP > to) {
      return -1;
    }
    long micros = 0;
    for (int i = at; i < at + STAMP; i++) {
      int digit = Character.digit(line[i], BASE);
      if (digit < 0) {
        return -1;
      }
      micros = micros * BASE + digit;
    }
    return micros * 1000;
  }

  private static boolean starts(byte[] line, int from, int to, byte[] what) {
    return to - from >= what.length
        && Arrays.equals(line, from, from + what.length, what, 0, what.length);
  }

  private static int after(byte[] line, int from, int to, byte[] what) {
    for (int i = from; i <= to - what.length; i++) {
      if (line[i] == what[0] && starts(line, i, to, what)) {
        return i + what.length;
      }
    }
    return -1;
  }

  private static Name name(String type, Kind kind) {
    return new Name(bytes(type + "\""), kind);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
