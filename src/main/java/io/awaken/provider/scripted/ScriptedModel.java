package io.awaken.provider.scripted;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaBytes;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.Pause;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Plays the turn of a script that the conversation has reached, word by word. Keeps no state.
 * Thread-safe.
 */
public final class ScriptedModel implements LlmExecutor {

  private final Script script;
  private final Pause pause;
  private final String providerId;

  /** Plays it in real time. */
  public ScriptedModel(Script script) {
    this(script, Pause.inRealTime());
  }

  public ScriptedModel(Script script, Pause pause) {
    this(script, pause, null);
  }

  /**
   * @param providerId the provider it acts as: signatures and metadata of others are removed; null
   *     to keep everything
   */
  ScriptedModel(Script script, Pause pause, String providerId) {
    this.script = script;
    this.pause = pause;
    this.providerId = providerId;
  }

  @Override
  public StreamResult execute(
      LlmRequest request, LlmListener listener, CancellationToken cancellation)
      throws InferenceException {
    int index = Script.played(request.messages());
    int turns = script.turns().size();
    if (index >= turns && !script.repeat()) {
      throw new InferenceException(
          InferenceException.Kind.INVALID_REQUEST,
          "the script has " + turns + " turns, and turn " + (index + 1) + " was asked for",
          null);
    }
    Duration wordDelay = Duration.ofMillis(script.wordDelayMs());
    return new Playback(listener, cancellation, pause, wordDelay)
        .play(withReport(script.turns().get(index % turns), request), index);
  }

  private Turn withReport(Turn turn, LlmRequest request) throws InferenceException {
    if (!turn.tellsReceived()) {
      return turn;
    }
    LlmRequest seen = providerId == null ? request : request.seenBy(providerId);
    String text = turn.text() == null ? "" : turn.text();
    return turn.saying(text + ReceivedContent.of(seen));
  }

  /**
   * Describes each non-text part that a model received in one line, so that tests can assert it.
   * Media is shown with its length and the beginning of its id, which follows from type and bytes.
   */
  static final class ReceivedContent {

    private static final int SHOWN = 12;

    private final LlmRequest request;
    private final List<String> lines = new ArrayList<>();

    private ReceivedContent(LlmRequest request) {
      this.request = request;
    }

    static String of(LlmRequest request) throws InferenceException {
      return new ReceivedContent(request).text();
    }

    private String text() throws InferenceException {
      for (Message message : request.messages()) {
        String role = message.role().wire() + " ";
        for (ContentBlock block : message.content()) {
          String described = describe(block);
          String attached =
              block.providerMetadata() == null ? "" : " with " + block.providerMetadata();
          if (!(described + attached).isEmpty()) {
            lines.add(role + described + attached);
          }
        }
        for (ToolCall call : message.toolCalls()) {
          if (call.providerMetadata() != null) {
            lines.add(role + "call " + call.name() + " with " + call.providerMetadata());
          }
        }
        if (message.providerMetadata() != null) {
          lines.add(role + "message with " + message.providerMetadata());
        }
      }
      return lines.isEmpty() ? "nothing but text" : String.join("\n", lines);
    }

    private String describe(ContentBlock block) throws InferenceException {
      return switch (block) {
        case ContentBlock.Text text -> "";
        case ContentBlock.Thinking thinking ->
            thinking.sealed()
                ? "thinking signed " + thinking.signature() + " encrypted " + thinking.encrypted()
                : "";
        case ContentBlock.Source source -> "source " + source.url() + " " + source.documentId();
        case Media media -> describe(media);
      };
    }

    private String describe(Media media) throws InferenceException {
      byte[] bytes = request.bytes(media);
      String kind = media.kind().wire() + " " + media.mediaType();
      if (bytes == null) {
        return kind + " at " + media.url();
      }
      String id = MediaContent.of(media.mediaType(), new MediaBytes(bytes)).id();
      return kind + " of " + bytes.length + " bytes " + id.substring(0, SHOWN);
    }
  }
}
