package io.awaken.http.api.mailbox;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Delivery;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.http.api.json.NativeJson;
import io.awaken.http.api.request.DeliveryFields;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/**
 * The body of {@code POST /v1/threads/{id}/mailbox}.
 *
 * @param payload any JSON; its {@code text} is what the user says, else all of it as JSON
 * @param agentId the agent; default: the last one of the thread; also read as {@code agentId}
 * @param priority among runs that wait, 0 first to 255 last
 * @param dedupeKey refused while a job of the thread with this key has not ended; also read as
 *     {@code dedupeKey}
 * @param delayMs milliseconds before which it does not begin; also read as {@code delayMs}
 */
public record PushJob(
    @Required @Described("Its `text` is what the user says, else all of it as JSON.")
        JsonNode payload,
    @Described(value = "Default: the last one of the thread.", max = Ids.MAX_LENGTH)
        @JsonAlias("agentId")
        String agentId,
    @Described(
            value = "Among runs that wait, the least first.",
            min = 0,
            max = Delivery.LAST_PRIORITY,
            fallback = "" + Delivery.DEFAULT_PRIORITY)
        Long priority,
    @Described(
            value = "Refused while a job of the thread with this key has not ended.",
            min = 1,
            max = Delivery.MAX_DEDUPE_KEY)
        @JsonAlias("dedupeKey")
        String dedupeKey,
    @Described(
            value = "Milliseconds before which it does not begin.",
            min = 0,
            max = DeliveryFields.MAX_DELAY_MILLIS,
            fallback = "0")
        @JsonAlias("delayMs")
        Long delayMs) {

  /**
   * The checked request; it waits for its turn.
   *
   * @param agent asked for when the rest is as it should be
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  RunRequest toRequest(Supplier<String> agent, ThreadId thread, Caller caller) {
    List<String> texts = List.of(text());
    Delivery how = new DeliveryFields(priority, delayMs, dedupeKey).checked();
    String sender = caller.anonymous() ? null : caller.subject();
    return new RunRequest(agent.get(), thread, texts, caller)
        .as(SubmitMode.QUEUE)
        .by(how.from(RunOrigin.USER, sender));
  }

  private String text() {
    if (payload == null || payload.isNull()) {
      throw Refusal.missing("payload").exception();
    }
    JsonNode text = payload.path("text");
    return text.isTextual()
        ? Bodies.spoken("payload.text", text.textValue())
        : Bodies.spoken("payload", new String(NativeJson.bytes(payload), StandardCharsets.UTF_8));
  }
}
