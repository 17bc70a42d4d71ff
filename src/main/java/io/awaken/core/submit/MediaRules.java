package io.awaken.core.submit;

import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.outbound.AddressRefused;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MediaStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.submit.MediaRefused.Place;
import io.awaken.core.submit.MediaRefused.Why;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The media that clients may send: types, sizes, URLs, references to uploads of the thread, and
 * what the agent's models accept (features row 1031). Thread-safe.
 *
 * @param types such as {@code image/png}, in lower case; empty for all
 * @param bytes most bytes of one medium
 * @param targets addresses that a message may name, the same rules as for all addresses that are
 *     not chosen by the operator; the server itself fetches none of them. Null for all
 */
public record MediaRules(Set<String> types, long bytes, TargetRules targets) {

  /** Maximum number of characters of a URL. */
  public static final int MAX_URL = 2_048;

  /** For clients that are part of the program: whatever the models accept. */
  public static final MediaRules ANY = new MediaRules(Set.of(), Long.MAX_VALUE, null);

  public MediaRules {
    types = Set.copyOf(types);
  }

  /**
   * Returns the request with type and size of referenced media filled in. A request without media
   * costs nothing.
   *
   * @throws MediaRefused naming the field
   */
  RunRequest checked(RunRequest request, ThreadStore threads, Supplier<RegistrySnapshot> registry) {
    List<Message> messages = request.messages();
    List<Message> out = messages;
    for (int i = 0; i < messages.size(); i++) {
      List<ContentBlock> content = messages.get(i).content();
      for (int j = 0; j < content.size(); j++) {
        if (content.get(j) instanceof Media media) {
          var place = new Place(i, j, "type");
          Media checked = checked(media, request, place, threads);
          requireModel(request, checked, place, registry.get());
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

  private Media checked(Media media, RunRequest request, Place place, ThreadStore threads) {
    if (media.mediaId() != null) {
      return found(media, request, place, threads);
    }
    if (media.url() != null) {
      requireUrl(media.url(), place.of("url"));
    }
    String type = media.mediaType();
    if (type != null) {
      type = accepted(type, place.of("media_type"));
      requireKind(media.kind(), type, place.of("media_type"));
    }
    requireSize(media.length(), place.of("data"));
    return type == null || type.equals(media.mediaType()) ? media : media.of(type);
  }

  /** Callers who cannot see the thread get no information about its media. */
  private static Media found(Media media, RunRequest request, Place place, ThreadStore threads) {
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
                new MediaRefused(
                    Why.INVALID,
                    place.of("media_id"),
                    "{field} must be that of an upload to the same thread"));
    requireKind(media.kind(), info.mediaType(), place);
    return media.kind().stored(info.id(), info.mediaType(), info.size(), media.name());
  }

  /** Other limits of a model appear when it is called. */
  private static void requireModel(
      RunRequest request, Media media, Place place, RegistrySnapshot registry) {
    if (request.agentId() == null || request.spec().overrides().upstreamModel() != null) {
      return;
    }
    registry
        .refusing(request.agentId(), media)
        .ifPresent(
            why -> {
              throw new MediaRefused(Why.MODEL, place, "{field}: " + why);
            });
  }

  private void requireUrl(String url, Place place) {
    if (url.length() > MAX_URL) {
      throw new MediaRefused(
          Why.INVALID, place, "{field} must have at most " + MAX_URL + " characters");
    }
    try {
      var address = new URI(url);
      if (targets != null) {
        targets.checkForOthers(address);
      }
    } catch (URISyntaxException e) {
      throw new MediaRefused(Why.INVALID, place, "{field} must be a URL");
    } catch (AddressRefused e) {
      throw new MediaRefused(Why.INVALID, place, "{field}: " + e.getMessage());
    }
  }

  /**
   * Normalises the type of an upload: lower case, without parameters.
   *
   * @throws MediaRefused when media of this type is not accepted
   */
  public String ofUpload(String type) {
    return accepted(type, Place.upload("Content-Type"));
  }

  private String accepted(String type, Place place) {
    int end = type.indexOf(';');
    String plain = (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    if (!types.isEmpty() && !types.contains(plain)) {
      throw new MediaRefused(Why.TYPE, place, "media of this type is not accepted");
    }
    return plain;
  }

  private static void requireKind(MediaKind kind, String type, Place place) {
    boolean fits = kind == MediaKind.DOCUMENT || type.startsWith(kind.wire() + "/");
    if (!fits) {
      throw new MediaRefused(
          Why.TYPE,
          place,
          "the media type of " + kind.wire() + " must begin with " + kind.wire() + "/");
    }
  }

  /**
   * Checks the bytes of an upload.
   *
   * @throws MediaRefused when there are too many
   */
  public void requireUpload(long size) {
    requireSize(size, Place.upload("body"));
  }

  private void requireSize(long size, Place place) {
    if (size > bytes) {
      throw new MediaRefused(Why.SIZE, place, "media has at most %d bytes".formatted(bytes));
    }
  }
}
