package io.awaken.http.submit.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
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
import java.util.function.Supplier;

/**
 * Makes threads and changes them; threads come from threads that their callers see. Thread-safe.
 */
@Dependent
public class ThreadChanges {

  private final ThreadStore threads;
  private final Ids ids;

  @Inject
  public ThreadChanges(ThreadStore threads, Ids ids) {
    this.threads = threads;
    this.ids = ids;
  }

  /**
   * The id of a thread that others come from; whether there is one is found out by those who ask.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the field when no thread can be
   *     called so
   */
  public static ThreadId parent(String id, Caller caller) {
    return PathIds.possibleThread(id, caller)
        .orElseThrow(
            () ->
                Refusal.invalid(FieldNames.PARENT_THREAD, Refusal.notFound("thread", id).message())
                    .exception());
  }

  /**
   * Makes a thread of the caller.
   *
   * @param title shown in lists, or null
   * @param resourceId what the thread belongs to outside, or null
   * @param parent the thread that it comes from, or null
   * @throws io.awaken.http.security.RefusedException 400 when the parent is none that the caller
   *     sees, or comes from too many others
   */
  public ThreadRecord create(Caller caller, String title, String resourceId, ThreadId parent) {
    var id = new ThreadId(caller.tenant(), ids.next());
    return known(() -> threads.create(id, caller, title, resourceId, parent));
  }

  /**
   * Changes a thread; the thread as it is then.
   *
   * @throws io.awaken.http.security.RefusedException 404 when there is no such thread for the
   *     caller, 400 as {@link #create} does, and when the thread would come from itself
   */
  public ThreadRecord update(ThreadId thread, Caller caller, ThreadPatch patch) {
    return Ownership.visibleThread(
        known(() -> threads.update(thread, caller, patch)), thread.value(), caller);
  }

  private static <T> T known(Supplier<T> change) {
    try {
      return change.get();
    } catch (RuntimeException failure) {
      throw Refusals.thrown(failure, FieldNames.NATIVE);
    }
  }
}
