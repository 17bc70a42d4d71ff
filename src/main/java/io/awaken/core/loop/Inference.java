package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceParameters;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Asks the model once and turns its answer into the step's message. Stateless. */
final class Inference {

  private final StepWriter writer;
  private final InstantSource clock;

  Inference(StepWriter writer, InstantSource clock) {
    this.writer = writer;
    this.clock = clock;
  }

  /**
   * One model call; its pieces are published while they arrive.
   *
   * @return the assistant message, not yet committed, with call ids made unique
   */
  Message ask(Activation run) throws InferenceException {
    var listener = new AnswerListener(run, writer);
    long begun = clock.millis();
    StreamResult answer = run.agent.executor().execute(request(run), listener, run.cancellation);
    run.used(answer.usage());
    run.events.emit(
        new AgentEvent.InferenceComplete(
            run.agent.model().id(), answer.usage(), clock.millis() - begun));
    return message(run, answer, listener);
  }

  private static LlmRequest request(Activation run) {
    return new LlmRequest(
        run.agent.model().upstreamModel(),
        run.agent.spec().systemPrompt(),
        run.history(),
        run.agent.descriptors(),
        InferenceParameters.DEFAULT);
  }

  private static Message message(Activation run, StreamResult answer, AnswerListener listener) {
    List<ToolCall> calls = new ArrayList<>();
    for (ToolCall call : answer.toolCalls()) {
      String id = listener.idOf(call.id());
      calls.add(new ToolCall(id, ModelText.name(call.name()), call.arguments()));
    }
    List<ContentBlock> content =
        answer.content().stream().map(Inference::storable).filter(Inference::notEmpty).toList();
    return new Message(
        run.stepMessageId(), Role.ASSISTANT, content, calls, null, null, run.metadata());
  }

  private static ContentBlock storable(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text text -> new ContentBlock.Text(ModelText.storable(text.text()));
      case ContentBlock.Thinking thinking -> thinking;
    };
  }

  private static boolean notEmpty(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text text -> !text.text().isEmpty();
      case ContentBlock.Thinking thinking -> !thinking.thinking().isEmpty();
    };
  }
}
