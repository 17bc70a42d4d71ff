package io.awaken.protocol.aisdk.stream;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaBytes;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.http.json.ProtocolJson;
import java.io.IOException;
import java.util.Base64;

/** Fields that chunks and messages share: files, and sources that an answer cites. Stateless. */
public final class PartFields {

  private static final String ANY_TYPE = "application/octet-stream";

  private PartFields() {}

  /** The part {@code type} of a block; null if there is none. */
  public static String type(ContentBlock block) {
    return switch (block) {
      case Media media -> "file";
      case ContentBlock.Source source -> source.url() == null ? "source-document" : "source-url";
      case ContentBlock.Text text -> null;
      case ContentBlock.Thinking thinking -> null;
    };
  }

  /**
   * Writes the fields after the type.
   *
   * @param thread the thread that stores the media
   * @param sourceId the id of a source within its message
   */
  public static void write(ContentBlock block, String thread, String sourceId, JsonGenerator json)
      throws IOException {
    switch (block) {
      case Media media -> file(media, thread, json);
      case ContentBlock.Source source -> source(source, sourceId, json);
      case ContentBlock.Text text -> {}
      case ContentBlock.Thinking thinking -> {}
    }
  }

  private static void file(Media media, String thread, JsonGenerator json) throws IOException {
    String type = media.mediaType() == null ? ANY_TYPE : media.mediaType();
    json.writeStringField("mediaType", type);
    if (media.name() != null) {
      json.writeStringField("filename", media.name());
    }
    json.writeStringField("url", url(media, type, thread));
  }

  /** Media without a URL is served by the native API. */
  private static String url(Media media, String type, String thread) {
    if (media.url() != null) {
      return media.url();
    }
    MediaBytes data = media.data();
    return data == null
        ? "/v1/threads/" + thread + "/media/" + media.mediaId()
        : "data:" + type + ";base64," + Base64.getEncoder().encodeToString(data.array());
  }

  private static void source(ContentBlock.Source source, String id, JsonGenerator json)
      throws IOException {
    json.writeStringField("sourceId", id);
    if (source.url() != null) {
      json.writeStringField("url", source.url());
      if (source.title() != null) {
        json.writeStringField("title", source.title());
      }
      return;
    }
    String name = source.documentId() == null ? id : source.documentId();
    json.writeStringField("mediaType", source.mediaType() == null ? ANY_TYPE : source.mediaType());
    // Clients reject a document without a title.
    json.writeStringField("title", source.title() == null ? name : source.title());
    if (source.documentId() != null) {
      json.writeStringField("filename", source.documentId());
    }
  }

  /** Writes the fields of the descriptor. */
  public static void write(SuspendTicket ticket, JsonGenerator json) throws IOException {
    Suspension question = ticket.suspension();
    json.writeStringField("action", question.action());
    if (question.message() != null) {
      json.writeStringField("message", question.message());
    }
    if (question.parameters() != null) {
      json.writeFieldName("parameters");
      ProtocolJson.mapper().writeTree(json, question.parameters());
    }
    if (question.responseSchema() != null) {
      json.writeFieldName("responseSchema");
      ProtocolJson.mapper().writeTree(json, question.responseSchema());
    }
    json.writeStringField("resumeMode", ticket.resumeMode().wire());
  }
}
