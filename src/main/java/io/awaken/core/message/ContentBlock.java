package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** One part of a message's content, tagged {@code type} on the wire. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ContentBlock.Text.class, name = "text"),
  @JsonSubTypes.Type(value = ContentBlock.Thinking.class, name = "thinking")
})
public sealed interface ContentBlock {

  /** Plain text. */
  record Text(String text) implements ContentBlock {}

  /** What a reasoning model thought before it answered. */
  record Thinking(String thinking) implements ContentBlock {}
}
