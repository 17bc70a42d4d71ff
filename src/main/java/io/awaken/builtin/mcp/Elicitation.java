package io.awaken.builtin.mcp;

import static io.awaken.builtin.mcp.FlatForm.require;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.text.ShownText;
import java.net.URI;
import java.util.Map;

/**
 * A server's request to a user: to fill in a form or visit a page. Immutable.
 *
 * @param message text for the user, without hidden characters
 * @param form schema of the answer; null when a confirmation is enough
 * @param page the page to visit, in ASCII; null for a form
 */
public record Elicitation(String message, ObjectNode form, URI page) {

  /** The method of the request. */
  public static final String METHOD = "elicitation/create";

  /** The suspension action of a form. */
  public static final String FORM = "tool:Elicitation";

  /** The suspension action of a page to visit. */
  public static final String PAGE = "tool:ElicitationUrl";

  private static final int MAX_MESSAGE = 8_000;
  private static final int MAX_ADDRESS = 2_048;

  /** The client capability. */
  public static ObjectNode capability() {
    ObjectNode capability = JsonNodeFactory.instance.objectNode();
    capability.putObject("form");
    capability.putObject("url");
    return capability;
  }

  /**
   * @param params parameters of the request
   * @throws IllegalArgumentException with the violation and the limit
   */
  public static Elicitation read(JsonNode params) {
    JsonNode message = params.path("message");
    require(message.isTextual(), "message must be a text");
    int length = message.asText().length();
    require(
        length <= MAX_MESSAGE,
        "message has " + length + " characters, the limit is " + MAX_MESSAGE);
    String text = ShownText.of(message.asText()).strip();
    String mode = params.path("mode").asText("form");
    return switch (mode) {
      case "form" -> new Elicitation(text, FlatForm.of(params.path("requestedSchema")), null);
      case "url" -> new Elicitation(text, null, page(params.path("url")));
      default -> throw new IllegalArgumentException("mode must be \"form\" or \"url\"");
    };
  }

  /**
   * The page is shown to users and never opened here. In ASCII, since other characters may reorder
   * the address or look like others.
   */
  private static URI page(JsonNode address) {
    require(address.isTextual(), "url must be a text");
    requireShort(address.asText());
    URI page;
    try {
      page = URI.create(URI.create(address.asText()).toASCIIString());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("url must be an address", e);
    }
    requireShort(page.toString());
    boolean web =
        "https".equalsIgnoreCase(page.getScheme()) || "http".equalsIgnoreCase(page.getScheme());
    require(
        web && page.getHost() != null,
        "url must be an address of http or https, with its host in ASCII (punycode)");
    // A name before the host would pass for the host.
    require(page.getRawUserInfo() == null, "url must not have a user");
    return page;
  }

  private static void requireShort(String address) {
    require(
        address.length() <= MAX_ADDRESS,
        "url must have at most " + MAX_ADDRESS + " characters, in ASCII");
  }

  /**
   * Builds the ticket of the suspension. The text names the server, since a page may impersonate
   * this product.
   *
   * @param server the id of the server
   * @param nth index among several requests, from 1
   * @param count number of requests
   * @param memo data for delivering the answer
   */
  public SuspendTicket ticket(String server, int nth, int count, JsonNode memo) {
    ObjectNode shown =
        JsonNodeFactory.instance
            .objectNode()
            .put("server", server)
            .put("mode", page == null ? "form" : "url");
    String who = "The MCP server " + server;
    String of = count == 1 ? "" : " (" + nth + " of " + count + ")";
    String text = who + " asks" + of + ": " + message;
    if (page != null) {
      shown.put("url", page.toString()).put("host", page.getHost());
      text = who + " asks you to visit " + page + of + ": " + message;
    }
    return SuspendTicket.of(
            ResumeMode.ANSWER_TOOL,
            new Suspension(null, page == null ? FORM : PAGE, text, shown, form))
        .remembering(memo);
  }

  /** Returns the reply to the server: a refusal declines, a timeout cancels. */
  public ObjectNode reply(Decision decision) {
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    if (decision.action() == DecisionAction.CANCEL) {
      return reply.put("action", Expiry.BY.equals(decision.decisionId()) ? "cancel" : "decline");
    }
    reply.put("action", "accept");
    if (page == null) {
      reply.set("content", content(decision.result()));
    }
    return reply;
  }

  /** Returns the fields that the user filled in, and defaults for the others (SEP-1034). */
  private ObjectNode content(JsonNode given) {
    if (form == null) {
      return JsonNodeFactory.instance.objectNode();
    }
    ObjectNode content =
        given instanceof ObjectNode some ? some.deepCopy() : JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> field : form.path("properties").properties()) {
      if (field.getValue().has("default") && !content.has(field.getKey())) {
        content.set(field.getKey(), field.getValue().get("default").deepCopy());
      }
    }
    return content;
  }

  /** The reply when no user can be asked. */
  public static ObjectNode dismissed() {
    return JsonNodeFactory.instance.objectNode().put("action", "cancel");
  }
}
