package io.awaken.core.schema;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A pattern of a schema; each character that it reads is a step. Thread-safe. */
final class CountedPattern implements RegularExpression {

  private final Pattern pattern;

  CountedPattern(String text) {
    pattern = compiled(text);
  }

  /** As the validator's own patterns, and where Java has no such syntax as near as it can. */
  private static Pattern compiled(String text) {
    try {
      return Pattern.compile(
          RegularExpressions.replaceLongformCharacterProperties(
              RegularExpressions.replaceDollarAnchors(text)));
    } catch (PatternSyntaxException e) {
      return EcmaPattern.inJava(text);
    }
  }

  @Override
  public boolean matches(String value) {
    try {
      return pattern.matcher(new Counted(value, StepLimit.current())).find();
    } catch (Stopped e) {
      return false;
    }
  }

  /** Leaves the matcher when no steps are left. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stopped() {
      super(null, null, false, false);
    }
  }

  private record Counted(CharSequence text, StepLimit limit) implements CharSequence {

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (!limit.spend(1)) {
        throw new Stopped();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      return new Counted(text.subSequence(from, to), limit);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
