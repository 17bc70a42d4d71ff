package io.awaken.http.api.thread;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.Share;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.http.api.request.ShareEntry;
import io.awaken.http.openapi.Described;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.thread.ThreadChanges;
import java.util.List;

/**
 * The body of {@code POST /v1/threads}.
 *
 * @param title shown in lists, at most 255 characters; may be null
 * @param resourceId an external reference, at most 255 characters; may be null
 * @param parentThreadId the parent thread; may be null
 * @param share who may use the thread besides its owner; at most 10; null for none
 */
public record CreateThread(
    @Described(max = CreateThread.MAX_LENGTH) String title,
    @Described(min = 1, max = CreateThread.MAX_LENGTH) @JsonAlias("resourceId") String resourceId,
    @Described(max = Ids.MAX_LENGTH) @JsonAlias("parentThreadId") String parentThreadId,
    @Described(value = "Who may use the thread besides its owner.", max = Sharing.MAX_ENTRIES)
        List<ShareEntry> share) {

  static final int MAX_LENGTH = 255;

  /**
   * The checked request.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   * @throws io.awaken.core.run.InvalidId for an invalid id
   */
  CreateThread checked(Caller caller) {
    title(title);
    resource(resourceId);
    parent(caller);
    shares();
    return this;
  }

  /** The checked shares. */
  List<Share> shares() {
    return ShareEntry.checked(share);
  }

  /** The parent, a thread of the caller's tenant, or null. */
  ThreadId parent(Caller caller) {
    return parent(parentThreadId, caller);
  }

  /** Checks the id of a parent thread. */
  static ThreadId parent(String id, Caller caller) {
    if (id == null) {
      return null;
    }
    if (id.isBlank()) {
      throw Refusal.invalid("parent_thread_id", "parent_thread_id must not be blank").exception();
    }
    return ThreadChanges.parent(id, caller);
  }

  /** Checks a title; may be null. */
  static String title(String title) {
    return checked("title", title);
  }

  /** Checks a resource id; may be null. */
  static String resource(String id) {
    if (id != null && id.isBlank()) {
      throw Refusal.invalid("resource_id", "resource_id must not be blank").exception();
    }
    return checked("resource_id", id);
  }

  private static String checked(String field, String value) {
    if (value == null) {
      return null;
    }
    if (value.length() > MAX_LENGTH) {
      throw Refusal.invalid(
              field, "%s must have at most %d characters".formatted(field, MAX_LENGTH))
          .exception();
    }
    return Bodies.storable(field, value);
  }
}
