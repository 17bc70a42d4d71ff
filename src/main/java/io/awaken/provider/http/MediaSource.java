package io.awaken.provider.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.Media;
import io.awaken.core.message.Media.DocumentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmRequest;
import java.io.IOException;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Gives a wire the bytes and types of the media of one request. Unsupported media causes an error
 * that names message and block.
 *
 * @param wire name of the wire in such errors
 */
public record MediaSource(String wire, LlmRequest request) {

  /** A multiple of three, so that the base64 pieces can be concatenated. */
  private static final int PIECE = 48 << 10;

  private static final Pattern TYPE = Pattern.compile("[A-Za-z0-9.+_-]+/[A-Za-z0-9.+_-]+");

  /** The bytes of a block, or null for a URL. */
  public byte[] bytes(Media media) throws InferenceException {
    return request.bytes(media);
  }

  /** Whether it is an SVG image, which no provider takes: a text of shapes, not pixels. */
  static boolean isSvg(Media media) {
    return "image/svg+xml".equalsIgnoreCase(media.mediaType());
  }

  /** Whether only a URL locates the bytes. */
  public static boolean byUrl(Media media) {
    return media.data() == null && media.mediaId() == null;
  }

  /** For a wire that fetches no URLs: why it refuses one; null for bytes. */
  public static String refusesUrl(Media media) {
    return byUrl(media) ? "takes " + media.kind().wire() + " by its bytes only" : null;
  }

  /** Why a wire refuses a medium without a well-formed media type; null for one that has it. */
  public static String refusesType(Media media) {
    return media.mediaType() == null || !TYPE.matcher(media.mediaType()).matches()
        ? "takes no media without a media type"
        : null;
  }

  /** A text document, prefixed with its name; null for another document. */
  public String text(DocumentBlock document) throws InferenceException {
    return document.isText() ? ConversationText.of(document, bytes(document)) : null;
  }

  /**
   * Fails for a block that the wire does not support.
   *
   * @param what why, see {@link ModelWire#refuses}; null for a block that it supports
   */
  public void require(Message message, int index, String what) throws InferenceException {
    if (what != null) {
      throw refused(message, index, what);
    }
  }

  private InferenceException refused(Message message, int index, String what) {
    return InferenceException.unsupported(
        "content[%d] of the message %s: the wire %s %s".formatted(index, message.id(), wire, what));
  }

  /**
   * Writes bytes as a {@code data:} URL, encoded while they are written. Types and base64 need no
   * escaping.
   */
  public static void dataUrl(JsonGenerator json, String type, byte[] bytes) throws IOException {
    json.writeRawValue("\"data:" + type + ";base64,");
    for (int from = 0; from < bytes.length; from += PIECE) {
      byte[] piece = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PIECE));
      json.writeRaw(Base64.getEncoder().encodeToString(piece));
    }
    json.writeRaw('"');
  }
}
