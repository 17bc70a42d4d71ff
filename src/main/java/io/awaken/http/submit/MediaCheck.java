package io.awaken.http.submit;

import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.outbound.AddressRefused;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.security.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Checks the media of messages on acceptance: types, sizes, URLs, and references to uploads of the
 * thread. A request without media costs nothing. Thread-safe.
 */
public final class MediaCheck {

  /** Maximum number of characters of a URL. */
  public static final int MAX_URL = 2_048;

  private final ThreadStore threads;
  private final MediaRules rules;
  private final TargetRules targets;
  private final ModelInput models;

  /**
   * @param targets addresses that a message may name, the same rules as for all addresses that are
   *     not chosen by the operator; the server itself fetches none of them
   * @param models media that the agents' models accept
   */
  public MediaCheck(ThreadStore threads, MediaRules rules, TargetRules targets, ModelInput models) {
    this.threads = threads;
    this.rules = rules;
    this.targets = targets;
    this.models = models;
  }

  /**
   * Returns the request with type and size of referenced media filled in.
   *
   * @throws io.awaken.http.security.RefusedException 400, 413 or 415 naming the field
   */
  RunRequest checked(RunRequest request, FieldNames names) {
    List<Message> messages = request.messages();
    List<Message> out = messages;
    for (int i = 0; i < messages.size(); i++) {
      List<ContentBlock> content = messages.get(i).content();
      for (int j = 0; j < content.size(); j++) {
        if (content.get(j) instanceof Media media) {
          int message = i;
          int part = j;
          Media checked = checked(media, request, field -> names.part().name(message, part, field));
          models.check(request, checked, names.part().name(message, part, "type"));
          if (checked != media) {
            out = out == messages ? new ArrayList<>(messages) : out;
            var blocks = new ArrayList<>(out.get(i).content());
            blocks.set(j, checked);
            out.set(i, out.get(i).withContent(blocks));
          }
        }
      }
    }
    return out == messages ? request : request.withMessages(out);
  }

  private Media checked(Media media, RunRequest request, UnaryOperator<String> field) {
    if (media.mediaId() != null) {
      return found(media, request, field);
    }
    if (media.url() != null) {
      requireUrl(media.url(), field.apply("url"));
    }
    String type = media.mediaType();
    if (type != null) {
      type = rules.accepted(type, field.apply("media_type"));
      rules.requireKind(media.kind(), type, field.apply("media_type"));
    }
    rules.requireSize(media.length(), field.apply("data"));
    return type == null || type.equals(media.mediaType()) ? media : media.of(type);
  }

  /** Callers who cannot see the thread get no information about its media. */
  private Media found(Media media, RunRequest request, UnaryOperator<String> field) {
    String id = field.apply("media_id");
    ThreadId thread = request.threadId();
    boolean seen =
        thread != null
            && threads
                .find(thread)
                .filter(found -> found.access().allows(request.caller(), ThreadAction.WRITE))
                .isPresent();
    Optional<MediaStore.Info> known =
        seen ? threads.media().find(thread, media.mediaId()) : Optional.empty();
    MediaStore.Info info =
        known.orElseThrow(
            () ->
                Refusal.invalid(id, id + " must be that of an upload to the same thread")
                    .exception());
    rules.requireKind(media.kind(), info.mediaType(), field.apply("type"));
    return media.kind().stored(info.id(), info.mediaType(), info.size(), media.name());
  }

  private void requireUrl(String url, String field) {
    if (url.length() > MAX_URL) {
      throw Refusal.invalid(field, field + " must have at most " + MAX_URL + " characters")
          .exception();
    }
    try {
      targets.checkForOthers(new URI(url));
    } catch (URISyntaxException e) {
      throw Refusal.invalid(field, field + " must be a URL").exception();
    } catch (AddressRefused e) {
      throw Refusal.invalid(field, field + ": " + e.getMessage()).exception();
    }
  }
}
