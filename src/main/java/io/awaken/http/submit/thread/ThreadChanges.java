package io.awaken.http.submit.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.Share;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.thread.ThreadPatch;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.security.Ownership;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.PathIds;
import io.awaken.http.submit.Refusals;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;

/** Creates and changes threads; a parent must be visible to the caller. Thread-safe. */
@Dependent
public class ThreadChanges {

  private final ThreadStore threads;
  private final Ids ids;
  private final Sharing sharing;

  /**
   * @param sharing of new threads
   */
  @Inject
  public ThreadChanges(ThreadStore threads, Ids ids, Sharing sharing) {
    this.threads = threads;
    this.ids = ids;
    this.sharing = sharing;
  }

  /**
   * Checks the form of a parent's id; whether it exists is checked later.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the field for an invalid id
   */
  public static ThreadId parent(String id, Caller caller) {
    return PathIds.possibleThread(id, caller)
        .orElseThrow(
            () ->
                Refusal.invalid(FieldNames.PARENT_THREAD, Refusal.notFound("thread", id).message())
                    .exception());
  }

  /**
   * Creates a thread of the caller.
   *
   * @param title shown in lists, or null
   * @param resourceId an external reference, or null
   * @param parent the parent thread, or null
   * @param share who may use it besides its owner
   * @throws io.awaken.http.security.RefusedException 400 when the parent is not visible to the
   *     caller, or has too many ancestors
   */
  public ThreadRecord create(
      Caller caller, String title, String resourceId, ThreadId parent, List<Share> share) {
    var id = new ThreadId(caller.tenant(), ids.next());
    return Refusals.named(
        FieldNames.NATIVE,
        () -> threads.create(id, caller, title, resourceId, parent, sharing.and(share)));
  }

  /**
   * Changes a thread and returns it.
   *
   * @throws io.awaken.http.security.RefusedException 404 when the caller can see no such thread,
   *     400 like {@link #create}, and when the thread would become its own ancestor
   */
  public ThreadRecord update(ThreadId thread, Caller caller, ThreadPatch patch) {
    return Ownership.visibleThread(
        Refusals.named(FieldNames.NATIVE, () -> threads.update(thread, caller, patch)),
        thread.value(),
        caller,
        ThreadAction.WRITE);
  }
}
