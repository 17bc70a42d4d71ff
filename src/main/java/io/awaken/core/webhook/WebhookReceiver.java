package io.awaken.core.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.outbound.OutboundRequest;
import io.awaken.core.spec.WebhookSpec;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Signs messages to the webhooks of the active documents. Thread-safe. */
public final class WebhookReceiver implements Receiver {

  private final Supplier<List<WebhookSpec>> webhooks;
  private final InstantSource clock;
  private final String address;

  /**
   * @param webhooks those of the active documents
   * @param address of the application for people and webhooks, without a trailing slash
   */
  public WebhookReceiver(
      Supplier<List<WebhookSpec>> webhooks, InstantSource clock, String address) {
    this.webhooks = webhooks;
    this.clock = clock;
    this.address = address;
  }

  @Override
  public Optional<OutboundRequest> request(DueEntry due) {
    ObjectNode message = due.entry().payload().deepCopy();
    return webhooks.get().stream()
        .filter(hook -> hook.id().equals(due.entry().key()))
        .filter(hook -> wants(hook, message.path("type").asText()))
        .findFirst()
        .map(hook -> request(hook, due.entry().id(), message));
  }

  private static boolean wants(WebhookSpec hook, String type) {
    return hook.events().stream().anyMatch(event -> event.wire().equals(type));
  }

  private OutboundRequest request(WebhookSpec hook, String id, ObjectNode message) {
    AnswerTokens.add(hook, address, message);
    byte[] body = message.toString().getBytes(StandardCharsets.UTF_8);
    long now = clock.instant().getEpochSecond();
    return new OutboundRequest(
        "POST",
        URI.create(hook.url()),
        Map.of(
            "Content-Type",
            "application/json",
            "User-Agent",
            "awaken-ee",
            "webhook-id",
            id,
            "webhook-timestamp",
            Long.toString(now),
            "webhook-signature",
            Signature.of(hook.key(), id, now, body)),
        body);
  }
}
