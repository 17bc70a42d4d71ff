package io.awaken.http.submit;

import static java.lang.System.Logger.Level.ERROR;

import io.awaken.core.agent.ClientInputs;
import io.awaken.core.agent.ClientTools;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.run.Ids;
import io.awaken.core.run.InvalidId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.submission.RefusalCode;
import io.awaken.core.store.submission.RequestRefused;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.submission.Unavailable;
import io.awaken.core.store.thread.ThreadStore.BeingDeleted;
import io.awaken.core.store.thread.ThreadStore.LineageRefused;
import io.awaken.core.submit.AgentRules.OverridesForbidden;
import io.awaken.core.submit.MediaRefused;
import io.awaken.core.submit.MessageTooLarge;
import io.awaken.core.submit.QuotaExhausted;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import io.awaken.http.security.load.BodyRefused;
import io.awaken.http.stream.open.StreamsExhausted;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Maps exceptions of core and container to a {@link Refusal}, which each protocol writes in its own
 * format. Stateless.
 */
public final class Refusals {

  private static final System.Logger LOG = System.getLogger(Refusals.class.getName());

  private static final int RETRY_SECONDS = 1;

  /** A database restart takes some seconds; then many clients reconnect at once. */
  private static final int STORE_RETRY_SECONDS = 5;

  private static final int WRAPPINGS = 5;

  private Refusals() {}

  /**
   * Maps a failure to a refusal with the field names of the native API; empty for an unexpected
   * failure.
   */
  public static Optional<Refusal> of(Throwable failure) {
    return of(failure, FieldNames.NATIVE);
  }

  /** Maps a failure to a refusal with these names; empty for an unexpected failure. */
  public static Optional<Refusal> of(Throwable failure, FieldNames names) {
    Throwable cause = failure;
    for (int i = 0; cause != null && i < WRAPPINGS; i++) {
      Refusal refusal = known(cause, names);
      if (refusal != null) {
        return Optional.of(refusal);
      }
      cause = cause.getCause();
    }
    return Optional.empty();
  }

  /** Maps a failure: to its refusal, or to 500 with an error id that is also logged. */
  public static Refusal orUnexpected(Throwable failure, Ids ids) {
    return of(failure).orElseGet(() -> unexpected(failure, ids));
  }

  /** Logs a failure that has no refusal, and refuses with the error id of the log. */
  public static Refusal unexpected(Throwable failure, Ids ids) {
    String id = ids.next();
    LOG.log(ERROR, "a request failed with error id " + id, failure);
    return new Refusal(500, "internal_error", "the server failed; error id " + id, null, null);
  }

  /** Returns the exception to throw: the failure's refusal, or else the failure itself. */
  public static RuntimeException thrown(RuntimeException failure, FieldNames names) {
    return failure instanceof RefusedException
        ? failure
        : of(failure, names).<RuntimeException>map(Refusal::exception).orElse(failure);
  }

  /**
   * Calls the core, and refuses as it does.
   *
   * @param names of the fields of the client's request
   * @throws RefusedException for each failure that has a refusal
   */
  public static <T> T named(FieldNames names, Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException failure) {
      throw thrown(failure, names);
    }
  }

  /** Maps a status with which the container refused. */
  public static Refusal ofStatus(int status) {
    return switch (status) {
      case 400 -> Refusal.bad("bad_request", "the request cannot be understood");
      case 404 -> new Refusal(404, "not_found", "there is no such route", null, null);
      case 405 -> plain(405, "method_not_allowed", "the route does not support this method");
      case 406 -> plain(406, "not_acceptable", "the route cannot answer in an accepted type");
      case 413 -> plain(413, "body_too_large", "the body is too large");
      case 415 -> plain(415, "unsupported_media_type", "the content type must be application/json");
      default -> plain(status, "refused", "the request was refused");
    };
  }

  /** Names the list as the client does; the message begins with the field. */
  private static Refusal invalidTools(ClientTools.Invalid invalid, String tools) {
    String named = FieldNames.NATIVE.tools();
    return Refusal.invalid(
        invalid.field().replace(named, tools), invalid.getMessage().replace(named, tools));
  }

  /** Only AG-UI has these fields. */
  private static Refusal notTaken(ClientInputs.Refused input) {
    return switch (input.part()) {
      case INSTRUCTIONS ->
          new Refusal(
              400,
              "instructions_not_allowed",
              "messages must not contain system or developer messages: " + input.getMessage(),
              "messages",
              null);
      case STATE ->
          new Refusal(
              400,
              "state_not_allowed",
              "state must be empty: " + input.getMessage(),
              "state",
              null);
    };
  }

  private static Refusal known(Throwable failure, FieldNames names) {
    return switch (failure) {
      case RefusedException refused -> refused.refusal();
      case ClientTools.Invalid invalid -> invalidTools(invalid, names.tools());
      case OverridesForbidden overrides -> Refusal.invalid("overrides", overrides.getMessage());
      case ClientInputs.Refused input -> notTaken(input);
      case InvalidId invalid -> Refusal.invalid(invalid.field(), invalid.getMessage());
      case ResolveException unresolved -> unresolved(unresolved, names);
      case RequestRefused refused -> refused(refused.why(), names).with(refused.details());
      case MessageTooLarge large -> tooLarge(large, names.message().apply(large.index()));
      case MediaRefused media -> media(media, names);
      case QuotaExhausted quota -> Refusal.of(quota);
      case LineageRefused refused ->
          Refusal.invalid(FieldNames.PARENT_THREAD, refused.getMessage());
      case BeingDeleted deleted ->
          Refusal.conflict("thread_being_deleted", deleted.getMessage()).about(names.thread());
      case Unavailable away -> Refusal.unavailable(away.getMessage(), RETRY_SECONDS);
      case StoreUnavailable away -> storeUnavailable();
      case StreamsExhausted full -> exhausted(full);
      case BodyRefused body -> body.refusal();
      default -> null;
    };
  }

  private static Refusal refused(SubmitResult.Refused why, FieldNames names) {
    RefusalCode code = why.code();
    String field =
        switch (code.field()) {
          case THREAD -> names.thread();
          case KEY -> names.key();
          case DEDUPE_KEY -> "dedupe_key";
          case SUPERSEDES -> names.supersedes();
          case SHARE -> "share";
          case null -> null;
        };
    return new Refusal(code.status(), code.wire(), why.message(), field, null);
  }

  private static Refusal media(MediaRefused media, FieldNames names) {
    MediaRefused.Place place = media.place();
    String field =
        place.inMessage()
            ? names.part().name(place.message(), place.part(), place.field())
            : place.field();
    String reason = media.reason(field);
    return switch (media.why()) {
      case TYPE -> new Refusal(415, "unsupported_media_type", reason, field, null);
      case SIZE -> new Refusal(413, "media_too_large", reason, field, null);
      case INVALID -> Refusal.invalid(field, reason);
      case MODEL -> Refusal.bad("unsupported_content", reason).about(field);
    };
  }

  private static Refusal tooLarge(MessageTooLarge large, String field) {
    String message = "%s must have at most %d bytes as UTF-8".formatted(field, large.most());
    return new Refusal(413, "message_too_large", message, field, null);
  }

  /** The driver's message belongs only in the log. */
  private static Refusal storeUnavailable() {
    return new Refusal(
        503,
        "store_unavailable",
        "the store does not answer; send the request again later",
        null,
        STORE_RETRY_SECONDS);
  }

  private static Refusal unresolved(ResolveException failure, FieldNames names) {
    String code = failure.kind().name().toLowerCase(Locale.ROOT);
    return new Refusal(400, code, failure.getMessage(), names.agent(), null);
  }

  private static Refusal exhausted(StreamsExhausted full) {
    return switch (full.scope()) {
      case PRINCIPAL ->
          new Refusal(429, "too_many_streams", full.getMessage(), null, RETRY_SECONDS);
      case NODE, DRAINING -> Refusal.unavailable(full.getMessage(), RETRY_SECONDS);
    };
  }

  private static Refusal plain(int status, String code, String message) {
    return new Refusal(status, code, message, null, null);
  }
}
