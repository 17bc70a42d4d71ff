package io.awaken.builtin.stop;

import java.util.regex.Pattern;

/**
 * Stops when the text of an answer contains a match (features row 141).
 *
 * @param pattern a Java regular expression
 */
public record ContentMatch(Pattern pattern) implements StopPolicy {

  static final String ID = "content_match";

  @Override
  public String id() {
    return ID;
  }

  /**
   * @throws IllegalStateException when matching takes too long
   */
  @Override
  public StopDecision evaluate(StopStats stats) {
    return pattern.matcher(new BoundedText(stats.lastResponseText())).find()
        ? StopDecision.stop(ID, "the answer matches " + pattern)
        : StopDecision.CONTINUE;
  }
}
