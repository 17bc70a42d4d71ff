package io.awaken.http.front;

/**
 * The rules of the front filter. Immutable.
 *
 * @param hosts host names of the server
 * @param cors other origins whose pages may call
 * @param contentPolicy the value of {@code Content-Security-Policy}; a page that sets its own
 *     replaces it
 */
public record BrowserRules(HostRules hosts, CorsRules cors, String contentPolicy) {

  /**
   * @throws IllegalStateException when the policy is not a valid header value
   */
  public BrowserRules {
    if (!contentPolicy.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      throw new IllegalStateException(
          "awaken.http.content-policy must be one line of ASCII, as the header"
              + " Content-Security-Policy");
    }
  }
}
