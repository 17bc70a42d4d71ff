package io.awaken.http.submit.thread;

import io.awaken.core.message.MediaBytes;
import io.awaken.core.message.MediaContent;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.store.thread.MediaStore.Upload;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.submit.MediaRules;
import io.awaken.core.submit.Quotas;
import io.awaken.http.security.Refusal;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;

/**
 * Stores and finds media of threads, within the quota of their callers and the limits of media and
 * threads. Thread-safe.
 */
@Dependent
public class ThreadMedia {

  private final ThreadStore threads;
  private final ThreadLimits limits;
  private final MediaRules rules;
  private final Quotas quotas;

  @Inject
  public ThreadMedia(ThreadStore threads, ThreadLimits limits, MediaRules rules, Quotas quotas) {
    this.threads = threads;
    this.limits = limits;
    this.rules = rules;
    this.quotas = quotas;
  }

  /**
   * Stores media; equal content is stored once. Refuses an invalid request before reading its body.
   *
   * @param thread visible to the caller
   * @param type the content type of the body; null for a request without one
   * @param body its bytes
   * @throws io.awaken.core.submit.MediaRefused for a type that is not accepted, or too many bytes
   * @throws io.awaken.core.submit.QuotaExhausted when the caller uploads too often
   * @throws io.awaken.http.security.RefusedException 400 without a body, 404 when the thread is
   *     deleted meanwhile, 409 when it is full
   * @throws IOException when the body cannot be read
   */
  public MediaStore.Info store(ThreadId thread, Caller caller, String type, InputStream body)
      throws IOException {
    String accepted = rules.ofUpload(type == null ? "" : type);
    quotas.take(Quotas.Kind.UPLOADS, caller);
    MediaContent content = MediaContent.of(accepted, new MediaBytes(read(body)));
    return switch (threads.media().put(thread, caller, content, limits)) {
      case Upload.Done done -> done.info();
      case Upload.NoThread none -> throw Refusal.notFound("thread", thread.value()).exception();
      case Upload.Full full ->
          throw Refusal.conflict(ThreadLimits.CODE, limits.description())
              .about("thread_id")
              .exception();
    };
  }

  private byte[] read(InputStream body) throws IOException {
    byte[] bytes = body.readNBytes(Math.toIntExact(rules.bytes() + 1));
    if (bytes.length == 0) {
      throw Refusal.bad("missing_body", "the body must be the bytes of the media").exception();
    }
    rules.requireUpload(bytes.length);
    return bytes;
  }

  /**
   * Returns the metadata of a thread's media.
   *
   * @param thread visible to the caller
   * @throws io.awaken.http.security.RefusedException 404
   */
  public MediaStore.Info find(ThreadId thread, String mediaId) {
    return threads
        .media()
        .find(thread, mediaId)
        .orElseThrow(() -> Refusal.notFound("media", mediaId).exception());
  }
}
