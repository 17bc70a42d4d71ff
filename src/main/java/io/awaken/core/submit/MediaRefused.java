package io.awaken.core.submit;

/** Media that a client sent is not accepted; nothing of its request was stored. */
public final class MediaRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final String FIELD = "{field}";

  /** Why media is not accepted. */
  public enum Why {
    /** The media type is not accepted, or does not fit the kind. */
    TYPE,
    /** It has too many bytes. */
    SIZE,
    /** A reference or URL is invalid. */
    INVALID,
    /** No model of the agent accepts it. */
    MODEL
  }

  /**
   * A field of media.
   *
   * @param message index of the message in its request, from 0; -1 for an upload
   * @param part index of the part in its message; -1 for an upload
   * @param field {@code type}, {@code url}, {@code media_type}, {@code media_id} or {@code data};
   *     for an upload its header, {@code body} or null
   */
  public record Place(int message, int part, String field) {

    static Place upload(String field) {
      return new Place(-1, -1, field);
    }

    Place of(String other) {
      return new Place(message, part, other);
    }

    /** Whether it is part of a message. */
    public boolean inMessage() {
      return message >= 0;
    }

    @Override
    public String toString() {
      return inMessage() ? "messages[%d].content[%d].%s".formatted(message, part, field) : field;
    }
  }

  private final Why why;
  private final transient Place place;
  private final String reason;

  /**
   * @param reason names the field as {@code {field}}
   */
  MediaRefused(Why why, Place place, String reason) {
    super(reason.replace(FIELD, String.valueOf(place)));
    this.why = why;
    this.place = place;
    this.reason = reason;
  }

  public Why why() {
    return why;
  }

  public Place place() {
    return place;
  }

  /**
   * The reason for people.
   *
   * @param field as the client names it
   */
  public String reason(String field) {
    return reason.replace(FIELD, String.valueOf(field));
  }
}
