package io.awaken.http.api.thread;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.store.thread.ThreadPatch;
import io.awaken.core.store.thread.ThreadPatch.Change;
import io.awaken.http.json.NativeJson;
import io.awaken.http.openapi.Described;
import io.awaken.http.security.Refusal;
import java.util.Map;
import java.util.function.Function;

/**
 * The body of {@code PATCH /v1/threads/{id}}. A missing field leaves its value, {@code null} clears
 * it.
 *
 * @param title shown in lists, at most 255 characters
 * @param resourceId an external reference, at most 255 characters
 * @param parentThreadId the parent thread
 * @param custom free metadata, an object of at most 16 KiB; replaces the old one
 */
public record PatchThread(
    @Described(type = String.class, orNull = true, max = CreateThread.MAX_LENGTH) JsonNode title,
    @Described(type = String.class, orNull = true, max = CreateThread.MAX_LENGTH)
        @JsonAlias("resourceId")
        JsonNode resourceId,
    @Described(type = String.class, orNull = true, max = Ids.MAX_LENGTH)
        @JsonAlias("parentThreadId")
        JsonNode parentThreadId,
    @Described(
            value = "Free metadata, at most 16 KiB; replaces the old one.",
            type = Map.class,
            orNull = true)
        JsonNode custom) {

  static final int MAX_CUSTOM = 16 << 10;

  /**
   * The checked request.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  ThreadPatch toPatch(Caller caller) {
    return new ThreadPatch(
        text("title", title, CreateThread::title),
        text("resource_id", resourceId, CreateThread::resource),
        text("parent_thread_id", parentThreadId, id -> CreateThread.parent(id, caller)),
        free(custom));
  }

  private static <T> Change<T> text(String field, JsonNode value, Function<String, T> checked) {
    if (value == null) {
      return Change.keep();
    }
    if (value.isNull()) {
      return Change.to(null);
    }
    if (!value.isTextual()) {
      throw Refusal.invalid(field, field + " must be a string").exception();
    }
    return Change.to(checked.apply(value.textValue()));
  }

  private static Change<Map<String, Object>> free(JsonNode custom) {
    if (custom == null) {
      return Change.keep();
    }
    if (custom.isNull()) {
      return Change.to(null);
    }
    if (!custom.isObject()) {
      throw Refusal.invalid("custom", "custom must be an object").exception();
    }
    if (NativeJson.bytes(custom).length > MAX_CUSTOM) {
      throw Refusal.invalid("custom", "custom must have at most %d bytes".formatted(MAX_CUSTOM))
          .exception();
    }
    return Change.to(NativeJson.map(custom));
  }
}
