package io.awaken.core.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.spec.WebhookSpec;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.SuspendTicket.Told;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Tokens with which the person of a webhook answers one question. A token names webhook, run and
 * question and is signed with the secret of the webhook; nothing is stored. It answers once,
 * because a question takes one decision, and only while the webhook and its person stay the same.
 * Thread-safe.
 */
public final class AnswerTokens {

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final String PURPOSE = "awaken answer\n";

  private final Supplier<List<WebhookSpec>> webhooks;

  /**
   * @param webhooks those of the active documents
   */
  public AnswerTokens(Supplier<List<WebhookSpec>> webhooks) {
    this.webhooks = webhooks;
  }

  /** What a valid token says. */
  public record Answerer(WebhookSpec webhook, RunId run, String question) {

    /**
     * The person as a caller.
     *
     * @return empty when the webhook's person was not told of this question
     */
    public Optional<Caller> of(SuspensionRecord asked) {
      var told = new Told(webhook.id(), webhook.person().subject());
      return asked.key().runId().equals(run)
              && asked.ticket().suspension().id().equals(question)
              && asked.ticket().told().contains(told)
          ? Optional.of(
              new Caller(
                  asked.tenant(), webhook.person().subject(), Set.copyOf(webhook.person().roles())))
          : Optional.empty();
    }
  }

  /**
   * Adds the token to a message with an open question, if the webhook has a person. The link has it
   * in the fragment, which browsers send to no server.
   */
  static void add(WebhookSpec hook, String address, ObjectNode message) {
    JsonNode data = message.path("data");
    if (hook.person() == null
        || !(data.path("question") instanceof ObjectNode question)
        || question.has("decision")) {
      return;
    }
    ObjectNode answer = question.putObject("answer");
    answer.put("as", hook.person().subject());
    String token = token(hook, data.path("run_id").asText(), question.path("id").asText());
    answer.put("url", address + "/v1/answers");
    answer.put("token", token);
    answer.put("link", address + "/page/answer.html#token=" + token);
  }

  static String token(WebhookSpec hook, String run, String question) {
    String content = hook.id() + "\n" + run + "\n" + question;
    return encoded(content.getBytes(StandardCharsets.UTF_8))
        + "."
        + encoded(Signature.of(hook.key(), signed(hook, content)));
  }

  private static String signed(WebhookSpec hook, String content) {
    return PURPOSE + hook.person().subject() + "\n" + content;
  }

  private static String encoded(byte[] bytes) {
    return ENCODER.encodeToString(bytes);
  }

  /** Reads a token; empty when it is not valid. */
  public Optional<Answerer> read(String token) {
    try {
      String[] parts = token.split("\\.", -1);
      byte[] content = Base64.getUrlDecoder().decode(parts[0]);
      byte[] signature = Base64.getUrlDecoder().decode(parts.length == 2 ? parts[1] : "");
      String text = new String(content, StandardCharsets.UTF_8);
      String[] names = text.split("\n", -1);
      return webhooks.get().stream()
          .filter(hook -> names.length == 3 && hook.id().equals(names[0]))
          .filter(hook -> hook.person() != null)
          .filter(
              hook ->
                  MessageDigest.isEqual(signature, Signature.of(hook.key(), signed(hook, text))))
          .findFirst()
          .map(hook -> new Answerer(hook, new RunId(names[1]), names[2]));
    } catch (IllegalArgumentException e) {
      // Neither Base64 nor an id: no token of this server.
      return Optional.empty();
    }
  }
}
