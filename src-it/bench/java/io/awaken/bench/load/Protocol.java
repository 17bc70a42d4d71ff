package io.awaken.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** A protocol of the server, with its requests and the classification of its events. */
public enum Protocol {
  NATIVE("native", EventLine.ofNativeApi()) {
    @Override
    String path(String agent) {
      return "/v1/runs";
    }

    @Override
    String body(String agent) {
      return "{\"agentId\":\"%s\",\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}"
          .formatted(agent, QUESTION);
    }
  },

  AI_SDK("ai-sdk", EventLine.ofAiSdk()) {
    @Override
    String path(String agent) {
      return "/v1/ai-sdk/chat";
    }

    @Override
    String body(String agent) {
      return ("{\"id\":\"%s\",\"agentId\":\"%s\",\"trigger\":\"submit-message\",\"messages\":[{"
                  + "\"id\":\"%s\",\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"%s\"}]}]}")
          .formatted(UUID.randomUUID(), agent, UUID.randomUUID(), QUESTION);
    }
  },

  AG_UI("ag-ui", EventLine.ofAgUi()) {
    @Override
    String path(String agent) {
      return "/v1/ag-ui/agents/" + agent + "/runs";
    }

    @Override
    String body(String agent) {
      return ("{\"threadId\":\"%s\",\"runId\":\"%s\",\"protocolVersion\":\"1.0\",\"state\":{},"
              + "\"tools\":[],\"context\":[],\"forwardedProps\":{},\"messages\":[{\"id\":\"%s\","
              + "\"role\":\"user\",\"content\":\"%s\"}]}")
          .formatted(UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID(), QUESTION);
    }
  };

  /** The server applies quotas to clients behind a proxy, not to those on its own machine. */
  private static final String ELSEWHERE = "X-Forwarded-For: 192.0.2.1\r\n";

  private static final String QUESTION = "How is the weather?";

  private final String label;
  private final EventLine events;

  Protocol(String label, EventLine events) {
    this.label = label;
    this.events = events;
  }

  /**
   * Returns the protocols with the given labels, separated by commas, in that order.
   *
   * @throws IllegalArgumentException for an unknown label
   */
  public static List<Protocol> named(String labels) {
    return Arrays.stream(labels.split(",")).map(Protocol::of).toList();
  }

  private static Protocol of(String label) {
    return Arrays.stream(values())
        .filter(each -> each.label.equals(label.strip()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no protocol " + label));
  }

  /** Its name in options and figures. */
  public String label() {
    return label;
  }

  abstract String path(String agent);

  abstract String body(String agent);

  /** Returns a request that runs the agent in a new thread, with new ids. */
  public byte[] request(String agent) {
    return post(path(agent), body(agent));
  }

  /** Returns such a request of the native API whose stream has the events of delegates, too. */
  public static byte[] withDelegates(String agent) {
    return post(NATIVE.path(agent) + "?delegates=true", NATIVE.body(agent));
  }

  /** Returns a message to the agent over A2A, with a new id; the response is the ended task. */
  public static byte[] message(String agent) {
    return post(
        "/v1/a2a/" + agent + "/message:send?A2A-Version=1.0",
        "{\"message\":{\"messageId\":\"%s\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"%s\"}]}}"
            .formatted(UUID.randomUUID(), QUESTION));
  }

  private static byte[] post(String path, String body) {
    return ("POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Accept: text/event-stream\r\n"
            + ELSEWHERE
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** The classification of its stream lines. */
  EventLine events() {
    return events;
  }
}
