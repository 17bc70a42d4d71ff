package io.awaken.http.front;

/**
 * What the front filter goes by. Immutable.
 *
 * @param hosts names under which the server is called
 * @param cors pages of other origins that may call
 * @param contentPolicy the value of {@code Content-Security-Policy}; a page that sets its own
 *     replaces it
 */
public record BrowserRules(HostRules hosts, CorsRules cors, String contentPolicy) {

  /**
   * @throws IllegalStateException when the policy cannot be the value of a header
   */
  public BrowserRules {
    if (!contentPolicy.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw new IllegalStateException(
          "awaken.http.content-policy must be one line of ASCII, as the header"
              + " Content-Security-Policy");
    }
  }
}
