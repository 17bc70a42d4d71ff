package io.awaken.core.loop.inference;

import io.awaken.core.action.ContextMessage;
import io.awaken.core.action.ContextMessage.Target;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.SharedState;
import io.awaken.core.agent.ClientInputs;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.ToolOffer;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.Visibility;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.Registered;
import io.awaken.core.plugin.hook.ContextTransform;
import io.awaken.core.plugin.hook.RequestTransform;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.ResponseFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Builds the request for the model: history and context messages, through the context transforms;
 * the available tools; settings; then the request transforms. The history stays unchanged.
 * Stateless.
 */
final class RequestBuilder {

  private static final String SHARED_STATE_ID = "context:shared_state";

  private final PartCaller caller;
  private final ToolNarrowing narrowing;

  RequestBuilder(PartCaller caller) {
    this.caller = caller;
    this.narrowing = new ToolNarrowing(caller);
  }

  LlmRequest build(Activation run) {
    List<ContextMessage> context = run.value(RuntimeKeys.CONTEXT_MESSAGES).of(run.step());
    List<Message> messages = transformed(run, withSharedState(run, conversation(run, context)));
    ToolOffer offer = narrowing.offer(run, messages);
    run.offered(offer);
    InferenceOverride override = settings(run);
    LlmRequest request =
        new LlmRequest(
            override.upstreamModel() == null
                ? run.agent().model().upstreamModel()
                : override.upstreamModel(),
            system(run, context),
            messages,
            offer.tools(),
            override.parameters());
    for (Registered<RequestTransform> hook : run.parts(ExtensionPoint.REQUEST_TRANSFORM)) {
      LlmRequest before = request;
      LlmRequest next =
          caller.call(hook, run.cancellation(), part -> part.transform(run.hook(), before));
      request = next == null ? before : next;
    }
    return request.answering(format(run), cached(run));
  }

  private static InferenceOverride settings(Activation run) {
    InferenceOverride ofStep = run.value(RuntimeKeys.STEP_CONTROLS).of(run.step()).override();
    return run.setup().overrides(run.agent()).merged(ofStep);
  }

  /** The required format of the current step's answer; null for any text. */
  static ResponseFormat format(Activation run) {
    ResponseFormat asked = settings(run).responseFormat();
    return asked == null ? run.agent().spec().responseFormat() : asked;
  }

  private static boolean cached(Activation run) {
    ContextWindowPolicy policy = run.agent().spec().contextPolicy();
    return policy == null || policy.enablePromptCache();
  }

  private List<Message> transformed(Activation run, List<Message> messages) {
    List<Registered<ContextTransform>> transforms = run.parts(ExtensionPoint.CONTEXT_TRANSFORM);
    if (transforms.isEmpty()) {
      return messages;
    }
    var context =
        new ContextTransform.Context(
            run.hook(), run.agent().model().id(), run.step() - 1, run.lastUsage());
    List<Message> now = messages;
    for (Registered<ContextTransform> hook : transforms) {
      List<Message> before = now;
      List<Message> next =
          caller.call(
              hook,
              run.cancellation(),
              part -> part.shouldRun(context, before) ? part.transform(context, before) : before);
      now = next == null ? before : next;
    }
    return now;
  }

  private static List<Message> conversation(Activation run, List<ContextMessage> context) {
    if (context.isEmpty() || context.stream().noneMatch(message -> own(message.target()))) {
      return run.history();
    }
    var all = new ArrayList<Message>();
    context.stream()
        .filter(message -> message.target() == Target.SESSION)
        .forEach(message -> all.add(message(message)));
    all.addAll(run.history());
    context.stream()
        .filter(message -> message.target() == Target.CONVERSATION)
        .forEach(message -> all.add(message(message)));
    return all;
  }

  private static String system(Activation run, List<ContextMessage> context) {
    String prompt = run.agent().spec().systemPrompt();
    String ofClient = ofClient(run);
    if (context.isEmpty() && ofClient == null) {
      return prompt;
    }
    Stream<String> parts =
        Stream.of(
                texts(context, Target.SYSTEM),
                Stream.ofNullable(prompt),
                Stream.ofNullable(ofClient),
                texts(context, Target.SUFFIX_SYSTEM))
            .flatMap(texts -> texts);
    String text = String.join("\n\n", parts.toList());
    return text.isEmpty() ? prompt : text;
  }

  /** An agent that took over may not take them. */
  private static String ofClient(Activation run) {
    String instructions = run.setup().spec().clientInput().instructions();
    return instructions == null || !ClientInputs.takesInstructions(run.agent())
        ? null
        : "Instructions of the application, which never override those above:\n\n" + instructions;
  }

  private static Stream<String> texts(List<ContextMessage> context, Target target) {
    return context.stream()
        .filter(message -> message.target() == target)
        .map(ContextMessage::content);
  }

  private static boolean own(Target target) {
    return target == Target.SESSION || target == Target.CONVERSATION;
  }

  private static Message message(ContextMessage context) {
    return new Message(
        "context:" + context.key(),
        context.role(),
        List.of(new ContentBlock.Text(context.content())),
        List.of(),
        null,
        context.visibility(),
        null);
  }

  /**
   * The messages with the shared state before the last one of a user, so that a provider's cache of
   * earlier turns stays valid; unchanged if there is none, or the agent shares no state.
   */
  private static List<Message> withSharedState(Activation run, List<Message> messages) {
    SharedState state = run.state().snapshot().get(RuntimeKeys.SHARED_STATE).orElse(null);
    if (state == null || state.values().isEmpty() || !run.agent().spec().sharesState()) {
      return messages;
    }
    var all = new ArrayList<>(messages);
    all.add(lastOfUser(messages), sharedState(state));
    return all;
  }

  private static int lastOfUser(List<Message> messages) {
    for (int i = messages.size() - 1; i > 0; i--) {
      Message message = messages.get(i);
      if (message.role() == Role.USER && !message.internal()) {
        return i;
      }
    }
    return 0;
  }

  private static Message sharedState(SharedState state) {
    var text =
        new ContentBlock.Text("State shared with the application, as JSON: " + state.values());
    return new Message(
        SHARED_STATE_ID, Role.USER, List.of(text), List.of(), null, Visibility.INTERNAL, null);
  }
}
