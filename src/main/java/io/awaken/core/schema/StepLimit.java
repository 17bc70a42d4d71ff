package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Supplier;

/** Counts the steps of one validation, on its thread. */
public final class StepLimit {

  /** Steps of every validation: some milliseconds. */
  static final long LEAST = 1_000_000;

  /** Further steps for each node and each character of the value. */
  static final long PER_PART = 500;

  private static final ThreadLocal<StepLimit> CURRENT = new ThreadLocal<>();

  private long left;
  private boolean exceeded;

  private StepLimit(long left) {
    this.left = left;
  }

  /** A validation that takes too many steps; it has no result. */
  public static final class Exceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Exceeded() {
      super("the validation takes too many steps", null, false, false);
    }
  }

  /**
   * Runs a validation of a value with a limit of its own.
   *
   * @throws Exceeded also when it nests too deeply
   */
  static <T> T during(JsonNode value, Supplier<T> validation) {
    var limit = new StepLimit(LEAST + PER_PART * size(value));
    CURRENT.set(limit);
    try {
      T result = validation.get();
      if (limit.exceeded) {
        throw new Exceeded();
      }
      return result;
    } catch (StackOverflowError e) {
      throw new Exceeded();
    } finally {
      CURRENT.remove();
    }
  }

  /** The limit of the running validation. */
  static StepLimit current() {
    return CURRENT.get();
  }

  /**
   * Takes steps; returns false when none are left. The library would log an exception with the
   * schema's text, so a validator that gets false returns at once with any result.
   */
  boolean spend(int steps) {
    left -= steps;
    exceeded |= left < 0;
    return !exceeded;
  }

  private static long size(JsonNode value) {
    long size = 1 + (value.isTextual() ? value.textValue().length() : 0);
    for (var field : value.properties()) {
      size += field.getKey().length() + size(field.getValue());
    }
    if (value.isArray()) {
      for (JsonNode element : value) {
        size += size(element);
      }
    }
    return size;
  }
}
