package io.awaken.core.suspension;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Pattern;

/**
 * Several requests of a tool to the calling client: forms for people, answers of the client's
 * model, the folders of its user (features row 1264). An MCP client gets each supported one as a
 * separate request; in every other protocol they are one question with an object as its answer. For
 * one thread.
 *
 * <pre>{@code
 * return ToolOutput.suspended(call.toolName(), new ClientRequests("Who are you?")
 *     .form("name", "What is your name?", schema)
 *     .sampling("greeting", "Generate a greeting", 50)
 *     .ticket());
 * }</pre>
 *
 * <p>The tool is called again with the decision; its result has the answers by name: the content of
 * a form, or the result of {@code sampling/createMessage} and {@code roots/list}. Unsupported
 * requests are missing. Answers are as trustworthy as the client.
 */
public final class ClientRequests {

  /** The action of the question. */
  public static final String ACTION = "client:Requests";

  /** The parameter with the requests by name. */
  public static final String REQUESTS = "requests";

  /** Maximum requests of one question. */
  public static final int MAX = 16;

  /** Maximum tokens of a model's answer. */
  private static final int MAX_TOKENS = 100_000;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private final String message;
  private final ObjectNode requests = JsonNodeFactory.instance.objectNode();
  private final ObjectNode answers = JsonNodeFactory.instance.objectNode();

  /**
   * @param message the purpose, for people who answer in other protocols
   */
  public ClientRequests(String message) {
    this.message = message;
  }

  /**
   * Asks a user to fill in a form.
   *
   * @param schema an object of plain values
   */
  public ClientRequests form(String name, String question, JsonNode schema) {
    ObjectNode params = add(name, "elicitation/create", schema.deepCopy());
    params.put("mode", "form").put("message", question);
    params.set("requestedSchema", schema);
    return this;
  }

  /**
   * Asks the client's model.
   *
   * @param maxTokens maximum tokens of its answer
   */
  public ClientRequests sampling(String name, String prompt, int maxTokens) {
    if (maxTokens < 1 || maxTokens > MAX_TOKENS) {
      throw new IllegalArgumentException("maxTokens must be 1 to " + MAX_TOKENS);
    }
    ObjectNode params = add(name, "sampling/createMessage", object());
    ObjectNode message = params.putArray("messages").addObject().put("role", "user");
    message.putObject("content").put("type", "text").put("text", prompt);
    params.put("maxTokens", maxTokens);
    return this;
  }

  /** Asks for the folders that the client's user works in. */
  public ClientRequests roots(String name) {
    add(name, "roots/list", object());
    return this;
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode().put("type", "object");
  }

  private ObjectNode add(String name, String method, JsonNode answer) {
    if (!NAME.matcher(name).matches() || requests.has(name) || requests.size() == MAX) {
      throw new IllegalArgumentException(
          "a question has at most %d requests, each with a name of its own of 1 to 64 letters,"
                  .formatted(MAX)
              + " digits, '_' and '-'");
    }
    answers.set(name, answer);
    return requests.putObject(name).put("method", method).putObject("params");
  }

  /**
   * Builds the ticket.
   *
   * @throws IllegalStateException when it asks nothing
   */
  public SuspendTicket ticket() {
    if (requests.isEmpty()) {
      throw new IllegalStateException("the question has no requests");
    }
    ObjectNode parameters = JsonNodeFactory.instance.objectNode();
    parameters.set(REQUESTS, requests);
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema.set("properties", answers);
    schema.put("additionalProperties", false);
    return SuspendTicket.of(
        ResumeMode.ANSWER_TOOL, new Suspension(null, ACTION, message, parameters, schema));
  }
}
