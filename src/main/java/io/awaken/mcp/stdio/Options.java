package io.awaken.mcp.stdio;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The launcher's options.
 *
 * @param url of the server
 * @param token null for none; omitted from {@link #toString()}
 */
record Options(URI url, String token) {

  /** The environment variable for the token: command lines are visible to other users. */
  static final String TOKEN = "AWAKEN_MCP_TOKEN";

  /** Usage text. */
  static final String USAGE =
      """
      Usage: java -jar awaken-mcp-stdio.jar --url URL
      Connects a client of the Model Context Protocol, over standard input and output, to the
      server at URL, such as http://localhost:8080/v1/mcp. The environment variable
      %s is the bearer token, if the server requires one.\
      """
          .formatted(TOKEN);

  private static final Set<String> SCHEMES = Set.of("http", "https");
  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Pattern TOKEN_TEXT = Pattern.compile("[\\x21-\\x7e]{1,16384}");

  /** Invalid options; the message has the reason, never the token. */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
      super(message, null, false, false);
    }
  }

  /** Reads them from arguments and environment. */
  static Options of(List<String> arguments, Map<String, String> environment) throws Unusable {
    if (arguments.size() != 2 || !arguments.getFirst().equals("--url")) {
      throw new Unusable("the arguments must be --url URL");
    }
    String token = environment.get(TOKEN);
    if (token != null && !TOKEN_TEXT.matcher(token).matches()) {
      throw new Unusable(TOKEN + " must be 1 to 16384 visible ASCII characters, or not be set");
    }
    return new Options(url(arguments.get(1)), token);
  }

  private static URI url(String text) throws Unusable {
    try {
      URI url = new URI(text);
      if (SCHEMES.contains(url.getScheme())
          && url.getHost() != null
          && url.getUserInfo() == null
          && url.getFragment() == null) {
        return url;
      }
    } catch (URISyntaxException e) {
      // Reported below.
    }
    throw new Unusable(
        "--url must be an address with http or https, without a user and a fragment");
  }

  /** Whether the token would travel unencrypted. */
  boolean exposesToken() {
    return token != null && url.getScheme().equals("http") && !THIS_MACHINE.contains(url.getHost());
  }

  @Override
  public String toString() {
    return "Options[url=" + url + ", token=" + (token == null ? "none" : "***") + "]";
  }
}
