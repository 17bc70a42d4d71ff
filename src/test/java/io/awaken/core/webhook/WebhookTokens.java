package io.awaken.core.webhook;

import io.awaken.core.run.RunId;
import io.awaken.core.spec.Secret;
import io.awaken.core.spec.WebhookSpec;
import io.awaken.core.spec.WebhookSpec.Person;

/** Tokens of webhooks as messages have them. */
public final class WebhookTokens {

  private WebhookTokens() {}

  /** A webhook of every event. */
  public static WebhookSpec hook(String id, Person person) {
    return new WebhookSpec(
        id,
        "https://hooks.example",
        Secret.of(Receiving.SECRET),
        null,
        null,
        null,
        null,
        null,
        person);
  }

  /** The token of a question. */
  public static String of(WebhookSpec hook, RunId run, String question) {
    return AnswerTokens.token(hook, run.value(), question);
  }
}
