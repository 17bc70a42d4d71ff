package io.awaken.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.RawHttpServer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Receives webhooks and push notifications in the test's process, which is not killed. Takes
 * nothing until it is opened: it answers 503, and at {@link #SILENT} not at all.
 */
final class Mailroom implements AutoCloseable {

  /** The path at which it does not answer until it is opened. */
  static final String SILENT = "/silent";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern ID = Pattern.compile("(?im)^webhook-id: (\\S+)");

  private final List<Letter> refused = new CopyOnWriteArrayList<>();
  private final List<Letter> taken = new CopyOnWriteArrayList<>();
  private final RawHttpServer server = RawHttpServer.answering(this::answer);
  private volatile boolean open;

  /**
   * A message as it came.
   *
   * @param id of a message to a webhook; null for others
   */
  record Letter(String path, String id, JsonNode body) {

    private static Letter of(RawHttpServer.Request request) throws IOException {
      Matcher id = ID.matcher(request.head());
      return new Letter(
          request.head().split(" ")[1],
          id.find() ? id.group(1) : null,
          JSON.readTree(request.body()));
    }

    /** A text of the body. */
    String text(String pointer) {
      return body.at(pointer).asText();
    }
  }

  String url() {
    return server.baseUrl();
  }

  private void answer(RawHttpServer.Connection sender) throws IOException {
    Letter letter = Letter.of(sender.request());
    boolean takes = open;
    (takes ? taken : refused).add(letter);
    if (!takes && letter.path().equals(SILENT)) {
      sender.awaitClient();
    } else {
      sender.document(takes ? "200 OK" : "503 Service Unavailable", "", "");
    }
  }

  /** From now on it takes everything. */
  void open() {
    open = true;
  }

  /** The messages that came too early, in the order of arrival. */
  List<Letter> refused(String path) {
    return at(path, refused);
  }

  /** The messages that it took, in the order of arrival. */
  List<Letter> taken(String path) {
    return at(path, taken);
  }

  private static List<Letter> at(String path, List<Letter> letters) {
    return letters.stream().filter(letter -> letter.path().equals(path)).toList();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
