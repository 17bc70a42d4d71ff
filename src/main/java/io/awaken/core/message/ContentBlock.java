package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.Media.AudioBlock;
import io.awaken.core.message.Media.DocumentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.Media.VideoBlock;
import io.awaken.core.text.WholeText;

/** One part of a message's content, tagged {@code type} on the wire. Immutable. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ContentBlock.Text.class, name = "text"),
  @JsonSubTypes.Type(value = ContentBlock.Thinking.class, name = "thinking"),
  @JsonSubTypes.Type(value = ContentBlock.Source.class, name = "source"),
  @JsonSubTypes.Type(value = ImageBlock.class, name = "image"),
  @JsonSubTypes.Type(value = AudioBlock.class, name = "audio"),
  @JsonSubTypes.Type(value = VideoBlock.class, name = "video"),
  @JsonSubTypes.Type(value = DocumentBlock.class, name = "document")
})
public sealed interface ContentBlock
    permits ContentBlock.Text, ContentBlock.Thinking, ContentBlock.Source, Media {

  /** Metadata that providers attached to the block, by provider key; null for none. */
  ObjectNode providerMetadata();

  /** A copy with this metadata instead of its own. */
  ContentBlock with(ObjectNode metadata);

  /** This, with U+FFFD for halves of surrogate pairs in its texts. */
  default ContentBlock whole() {
    return this;
  }

  /** Plain text. */
  record Text(String text, ObjectNode providerMetadata) implements ContentBlock {

    public Text {
      providerMetadata = ProviderMetadata.orNull(providerMetadata);
    }

    public Text(String text) {
      this(text, null);
    }

    @Override
    public Text whole() {
      String all = WholeText.of(text);
      return all.equals(text) ? this : new Text(all, providerMetadata);
    }

    @Override
    public Text with(ObjectNode metadata) {
      return new Text(text, metadata);
    }
  }

  /**
   * Reasoning before an answer. Signature and encrypted form are sent back only to the provider
   * that made them.
   *
   * @param thinking the readable text; empty where the provider shows none
   * @param provider id of the provider that signed or encrypted it; null for neither
   * @param signature the provider's signature of the text; null for none
   * @param encrypted the reasoning, encrypted by the provider; null for none
   * @param providerMetadata what providers attached, or null
   */
  record Thinking(
      String thinking,
      String provider,
      String signature,
      String encrypted,
      ObjectNode providerMetadata)
      implements ContentBlock {

    public Thinking {
      thinking = thinking == null ? "" : thinking;
      providerMetadata = ProviderMetadata.orNull(providerMetadata);
    }

    /** Readable reasoning that is not sent back. */
    public Thinking(String thinking) {
      this(thinking, null, null, null, null);
    }

    /** Reasoning that a provider requires unchanged. */
    public static Thinking signed(String thinking, String provider, String signature) {
      return new Thinking(thinking, provider, signature, null, null);
    }

    /** Whether it has a signature or encrypted form. */
    public boolean sealed() {
      return signature != null || encrypted != null;
    }

    @Override
    public Thinking with(ObjectNode metadata) {
      return new Thinking(thinking, provider, signature, encrypted, metadata);
    }

    @Override
    public Thinking whole() {
      String text = WholeText.of(thinking);
      return text.equals(thinking)
          ? this
          : new Thinking(text, provider, signature, encrypted, providerMetadata);
    }

    /** A copy without signature and encrypted form. */
    public Thinking unsealed() {
      return new Thinking(thinking, null, null, null, providerMetadata);
    }
  }

  /**
   * A source of an answer: a web page or a document.
   *
   * @param url of the page; null for a document
   * @param documentId id of the document in its store; null for a page
   * @param title for people; may be null
   * @param mediaType such as {@code application/pdf}; may be null
   * @param snippet the quoted text; may be null
   * @param providerMetadata what providers attached, or null
   */
  record Source(
      String url,
      String documentId,
      String title,
      String mediaType,
      String snippet,
      ObjectNode providerMetadata)
      implements ContentBlock {

    public Source {
      providerMetadata = ProviderMetadata.orNull(providerMetadata);
    }

    @Override
    public Source whole() {
      return new Source(
          WholeText.of(url),
          WholeText.of(documentId),
          WholeText.of(title),
          WholeText.of(mediaType),
          WholeText.of(snippet),
          providerMetadata);
    }

    /** A web page. */
    public static Source url(String url, String title) {
      return new Source(url, null, title, null, null, null);
    }

    /** A document. */
    public static Source document(String documentId, String title, String mediaType) {
      return new Source(null, documentId, title, mediaType, null, null);
    }

    @Override
    public Source with(ObjectNode metadata) {
      return new Source(url, documentId, title, mediaType, snippet, metadata);
    }
  }
}
