package io.awaken.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.ModelChoice.ModelTarget;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.Modality;
import io.awaken.core.spec.ModelSpec;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Media that the called model cannot take. */
@Rows(1031)
class LeftOutMediaTest {

  private static final Media PICTURE = MediaKind.IMAGE.of("image/png", new byte[] {1, 2}, "p.png");

  private final RecordingModel answers =
      new RecordingModel(Script.builder().says("One.").says("Two."));
  private final ModelTarget reader = target("reader", Set.of(Modality.TEXT), answers);
  private final ModelTarget viewer = target("viewer", null, answers);

  private static ModelTarget target(String id, Set<Modality> modalities, LlmExecutor executor) {
    var spec = new ModelSpec(id, "p", id, null, null, modalities, null, null, null);
    return ModelTarget.instead(id, CapableModel.of(spec, executor), id);
  }

  private static ModelTarget failing(String id, Kind kind) {
    return target(
        id,
        null,
        (request, listener, stops) -> {
          throw new InferenceException(kind, "no", null);
        });
  }

  private static Message message(Role role, String run, ContentBlock... blocks) {
    var metadata = run == null ? null : new MessageMetadata(run, null, null);
    return new Message(
        "m", role, List.of(blocks), List.of(), role == Role.TOOL ? "c" : null, null, metadata);
  }

  private List<Message> sent(List<ModelTarget> targets, Message... messages)
      throws InferenceException {
    ask("t", targets, messages);
    return answers.requests().getLast().messages();
  }

  private static StreamResult ask(
      String conversation, List<ModelTarget> targets, Message... messages)
      throws InferenceException {
    var request =
        new LlmRequest("any", null, List.of(messages), List.of(), InferenceParameters.DEFAULT)
            .in(conversation);
    return new RetryingExecutor(
            targets.stream().map(ModelChoice::of).toList(), LlmRetryPolicy.NONE, ModelPorts.plain())
        .execute(request, LlmListener.NONE, new CancellationToken());
  }

  private static String text(Media media, String why) {
    return LeftOutMedia.text(media, why).text();
  }

  @Test
  void aTextSaysWhatWasLeftOutAndHowAToolCanFetchIt() {
    assertThat(text(PICTURE, "why"))
        .isEqualTo("[image left out: why; type image/png, 2 bytes, name p.png]");
    assertThat(text(MediaKind.AUDIO.stored("id-7", "audio/wav", 9_000, null), "why"))
        .isEqualTo(
            "[audio left out: why; type audio/wav, 9000 bytes; stored with the thread, for tools,"
                + " as media_id id-7]");
    assertThat(text(MediaKind.VIDEO.at("https://example.com/v", null, null), "why"))
        .isEqualTo(
            "[video left out: why; type unknown; a tool can fetch it from https://example.com/v]");
  }

  @Test
  void namesAndUrlsOfToolsAreBoundedAndOnOneLine() {
    assertThat(
            text(
                MediaKind.IMAGE.of("image/png", new byte[] {1}, "a\nb]" + "n".repeat(5_000)),
                "why"))
        .startsWith("[image left out: why; type image/png, 1 bytes, name a b]nn")
        .hasSizeLessThan(400);
    assertThat(
            text(MediaKind.VIDEO.at("https://example.com/" + "v".repeat(3_000), null, null), "why"))
        .isEqualTo("[video left out: why; type unknown]");
  }

  @Test
  void mediaOfResultsAndEarlierMessagesBecomeTextsForAModelOfText() throws Exception {
    Message earlier = message(Role.USER, "run-1", PICTURE);
    Message input = message(Role.USER, "run-2", new ContentBlock.Text("Look"));
    Message result = message(Role.TOOL, "run-2", PICTURE);

    List<Message> sent = sent(List.of(reader), earlier, input, result);

    String text = text(PICTURE, "the model reader takes no image");
    assertThat(sent).extracting(Message::text).containsExactly(text, "Look", text);
  }

  @Test
  void aModelThatTakesTheInputIsAskedFirst() throws Exception {
    Message input = message(Role.USER, "run-1", PICTURE);
    Message result = message(Role.TOOL, "run-1", new ContentBlock.Text("x"));

    assertThat(sent(List.of(reader, viewer), input, result)).containsExactly(input, result);
    assertThat(answers.requests()).extracting(LlmRequest::model).containsExactly("viewer");
  }

  @ParameterizedTest
  @EnumSource(names = {"OVERLOADED", "UNAUTHORIZED"})
  void aFallbackThatCannotSeeTheInputAnswersWithATextInstead(Kind kind) throws Exception {
    Message input = message(Role.USER, "run-1", PICTURE);

    assertThat(sent(List.of(failing("viewer", kind), reader), input))
        .extracting(Message::text)
        .containsExactly(text(PICTURE, "the model reader takes no image"));
  }

  @ParameterizedTest
  @EnumSource(names = {"INVALID_REQUEST", "CONTEXT_OVERFLOW", "CONTENT_FILTERED"})
  void aRequestThatTheProviderRefusesIsRepeatedWithoutEarlierMedia(Kind kind) throws Exception {
    LlmExecutor picky =
        (request, listener, stops) -> {
          if (request.messages().stream().anyMatch(LeftOutMedia::hasMedia)) {
            throw new InferenceException(kind, "bad image", null);
          }
          return answers.execute(request, listener, stops);
        };
    Message result = message(Role.TOOL, "run-1", PICTURE);

    assertThat(sent(List.of(target("m", null, picky)), result))
        .extracting(Message::text)
        .containsExactly(text(PICTURE, "the provider refused the request"));
  }

  @Test
  void withoutRunsTheLastUserMessagesAreTheInput() {
    Message user = message(Role.USER, null, PICTURE);
    Message result = message(Role.TOOL, null, PICTURE);
    Message model = message(Role.ASSISTANT, null, PICTURE);
    List<Message> messages = Arrays.asList(user, model, result, user, user, result);

    List<Message> out = LeftOutMedia.replaced(messages, LeftOutMedia.Scope.EARLIER, media -> "why");

    assertThat(out)
        .extracting(LeftOutMedia::hasMedia)
        .containsExactly(false, true, false, true, true, false);
  }

  @Test
  void aQuestionOutsideAConversationIsRefusedInsteadOfChanged() {
    var refused =
        catchThrowableOfType(
            InferenceException.class,
            () -> ask(null, List.of(reader), message(Role.USER, null, PICTURE)));

    assertThat(refused.kind()).isEqualTo(Kind.UNSUPPORTED_CONTENT);
    assertThat(answers.requests()).isEmpty();
  }
}
