package io.awaken.http.api.mailbox;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.submit.RunRequest;
import io.awaken.http.api.request.DeliveryFields;
import io.awaken.http.json.NativeJson;
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
 * @param payload any JSON; the message is its {@code text}, else all of it as JSON
 * @param agentId the agent; default: the last one of the thread; also read as {@code agentId}
 * @param priority among waiting runs, 0 first to 255 last
 * @param dedupeKey refused while an open job of the thread has this key; also read as {@code
 *     dedupeKey}
 * @param delayMs milliseconds before the job is due; also read as {@code delayMs}
 */
public record PushJob(
    @Required @Described("The message is its `text`, else all of it as JSON.") JsonNode payload,
    @Described(value = "Default: the last agent of the thread.", max = Ids.MAX_LENGTH)
        @JsonAlias("agentId")
        String agentId,
    @Described(
            value = "Among waiting runs, the least first.",
            min = 0,
            max = Delivery.LAST_PRIORITY,
            fallback = "" + Delivery.DEFAULT_PRIORITY)
        Long priority,
    @Described(
            value = "Refused while an open job of the thread has this key.",
            min = 1,
            max = Delivery.MAX_DEDUPE_KEY)
        @JsonAlias("dedupeKey")
        String dedupeKey,
    @Described(
            value = "Milliseconds before the job is due.",
            min = 0,
            max = DeliveryFields.MAX_DELAY_MILLIS,
            fallback = "0")
        @JsonAlias("delayMs")
        Long delayMs) {

  /**
   * The checked request; its run is queued.
   *
   * @param agent supplies the default once the rest is valid
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
        ? Bodies.freeText("payload.text", text.textValue())
        : Bodies.freeText("payload", new String(NativeJson.bytes(payload), StandardCharsets.UTF_8));
  }
}
