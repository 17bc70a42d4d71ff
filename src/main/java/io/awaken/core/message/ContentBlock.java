package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.node.ObjectNode;

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

  /** What providers attached to the block, by provider key; null for nothing. */
  ObjectNode providerMetadata();

  /** A copy with this metadata instead of its own. */
  ContentBlock with(ObjectNode metadata);

  /** Plain text. */
  record Text(String text, ObjectNode providerMetadata) implements ContentBlock {

    public Text {
      providerMetadata = ProviderMetadata.orNull(providerMetadata);
    }

    public Text(String text) {
      this(text, null);
    }

    @Override
    public Text with(ObjectNode metadata) {
      return new Text(text, metadata);
    }
  }

  /**
   * What a reasoning model thought before it answered. Signature and encrypted form are replayed
   * only to the provider that made them.
   *
   * @param thinking the readable text; empty where the provider shows none
   * @param provider id of the provider that signed or encrypted it; null when nothing is
   * @param signature the provider's proof that the text is its own; null for none
   * @param encrypted the reasoning in a form that only the provider reads; null for none
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

    /** Readable reasoning that is not replayed to a provider. */
    public Thinking(String thinking) {
      this(thinking, null, null, null, null);
    }

    /** Reasoning that a provider wants back as it was. */
    public static Thinking signed(String thinking, String provider, String signature) {
      return new Thinking(thinking, provider, signature, null, null);
    }

    /** Whether it has what only one provider may read back. */
    public boolean sealed() {
      return signature != null || encrypted != null;
    }

    @Override
    public Thinking with(ObjectNode metadata) {
      return new Thinking(thinking, provider, signature, encrypted, metadata);
    }

    /** The text alone, without signature and encrypted form. */
    public Thinking unsealed() {
      return new Thinking(thinking, null, null, null, providerMetadata);
    }
  }

  /**
   * What an answer refers to: a page on the web or a document.
   *
   * @param url of the page; null for a document
   * @param documentId names the document where it lies; null for a page
   * @param title for people; may be null
   * @param mediaType such as {@code application/pdf}; may be null
   * @param snippet the words that are referred to; may be null
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

    /** A page on the web. */
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
