package io.awaken.core.plugin;

import io.awaken.core.state.Phase;
import java.util.List;

/**
 * What no reflection can say about the methods of {@link PluginRegistrar} and about the phases; the
 * table in {@code docs/plugins.md} is made of it. A method without a row here, or a row without a
 * method, fails {@link PluginReferenceTest}.
 */
final class RegistrarTable {

  /**
   * A method of the registrar.
   *
   * @param method with the types of its parameters
   * @param when the part is called
   * @param does what the part does, or may do
   * @param blocks for parts that are at no point of a run: whether they may wait for something
   * @param fails for the same: what their failure does
   */
  record Row(String method, String when, String does, String blocks, String fails) {

    /** A part at a point, of which blocking and failing are known. */
    Row(String method, String when, String does) {
      this(method, when, does, null, null);
    }
  }

  static final List<Row> ROWS =
      List.of(
          new Row(
              "registerKey(StateKey)",
              "-",
              "stores a value of a run or thread; commands update it",
              "-",
              "-"),
          new Row(
              "registerKey(StateKey, StateKeyOptions)",
              "-",
              "the same with other options",
              "-",
              "-"),
          new Row(
              "registerProfileKey(ProfileKey)",
              "-",
              "stores values that outlive threads",
              "-",
              "-"),
          new Row(
              "registerScheduledAction(ActionKey, ScheduledActionHandler)",
              "in the phase of its key, after the phase's hooks; once for each action",
              "returns a command; may use shared values",
              "no; 10 s",
              "recorded in the state, not repeated; the run goes on"),
          new Row(
              "registerEffect(EffectKey, EffectHandler)",
              "after its commit is durable, at least once",
              "acts on the world outside",
              "no; 10 s",
              "logged and counted, not repeated; the run goes on"),
          new Row(
              "registerSection(ConfigSection)",
              "when an agent's document is read",
              "gives the plugin its configuration",
              "no",
              "the agent is refused"),
          new Row(
              "registerTool(Tool)",
              "when the model calls it",
              "see [tools.md](tools.md)",
              "yes; `timeLimit()`, default 5 min",
              "the model reads an error"),
          new Row(
              "onActivate(ActivationHook)",
              "when an agent starts work: as the run begins and at a handoff; not at a resume",
              "returns a command; may use shared values"),
          new Row(
              "beforeAgent(BeforeAgent)",
              "before an agent starts: the run's own, a delegate, one that takes over",
              "answers in its place; the first answer ends the chain"),
          new Row(
              "registerPhaseHook(Phase, PhaseHook)",
              "at its phase, see [Phases](#phases)",
              "returns a command and does nothing else: it is called twice when commands conflict"),
          new Row(
              "steeringSource(SteeringSource)",
              "before the first step, after each round of tools, after a last answer",
              "adds messages; after a last answer they start another step"),
          new Row(
              "contextTransform(ContextTransform)",
              "for each request",
              "changes the conversation that is sent; the stored one stays"),
          new Row(
              "toolFilter(ToolFilter)",
              "for each request, after the transforms",
              "allows only some tools; lists of several filters intersect, and advice"
                  + " (`strength()`) gives way when nothing is left"),
          new Row(
              "registerRequestTransform(RequestTransform)",
              "for each request, last",
              "changes system text, tools and settings"),
          new Row(
              "beforeModel(BeforeModel)",
              "before the model is asked",
              "changes the request, or answers; the first answer ends the chain"),
          new Row(
              "toolCallNaming(ToolCallNaming)",
              "when a call begins to arrive",
              "gives its id; the first one counts, null is no opinion"),
          new Row(
              "onModelFailure(ModelFailureHook)",
              "for each model call that failed, also when it is repeated",
              "returns a command"),
          new Row(
              "onModelUsage(ModelUsageHook)",
              "for each model call that a tool made (`ToolCallContext.model`)",
              "returns a command"),
          new Row(
              "overflowRecovery(OverflowRecovery)",
              "when the model refused the history as too long",
              "makes it smaller for good; the same call is made again"),
          new Row(
              "afterModel(AfterModel)",
              "with the whole answer and the request as it was sent",
              "replaces the answer; the first replacement ends the chain"),
          new Row(
              "beforeTool(BeforeTool)",
              "for each call with valid arguments; not again at a resume",
              "rewrites the arguments, which are validated again, or answers; the first answer ends"
                  + " the chain"),
          new Row(
              "registerToolGateHook(ToolGateHook)",
              "for each call, after `before_tool`; again when the state changed",
              "blocks (ends the run), suspends or answers the call; the strongest decision counts,"
                  + " of equals the first"),
          new Row(
              "registerToolPolicyHook(ToolPolicyHook)",
              "as a gate",
              "allows or denies; denying is blocking"),
          new Row(
              "afterTool(AfterTool)",
              "for each result, also where no tool was called",
              "replaces it, flips its error flag, votes to end the run"),
          new Row(
              "afterToolMessages(AfterToolMessages)",
              "for each commit with results; a round may have several",
              "changes their contents, not their number, ids or order"),
          new Row(
              "followUpSource(FollowUpSource)",
              "when the run would end by itself and no steering source had a message",
              "adds messages; the run goes on"),
          new Row(
              "afterAgent(AfterAgent)",
              "when the run ends, however it ends; not after a handoff, nor when `before_agent`"
                  + " answered",
              "appends one more answer, unless the run failed, was cancelled or ended without an"
                  + " owner; the first one counts"),
          new Row(
              "onDeactivate(ActivationHook)",
              "when an agent stops: at a handoff and as the run ends",
              "returns a command; may use shared values"),
          new Row(
              "afterRun(AfterRun)",
              "once the ending is stored, however the run ends",
              "observes; it has no context"),
          new Row(
              "onEvent(OnEvent)",
              "for each event, before it is numbered and stored",
              "tags, changes, drops it or holds text back, see [Events](#events)"),
          new Row(
              "eventObserver(EventObserver)",
              "for each event, after it was published",
              "observes"));

  private RegistrarTable() {}

  /** When the hooks of a phase are called. */
  static String when(Phase phase) {
    return switch (phase) {
      case RUN_START -> "once, before the first step; not when a run is resumed";
      case STEP_START -> "at the beginning of each step";
      case BEFORE_INFERENCE -> "before the request is made: what it is made of is decided here";
      case AFTER_INFERENCE -> "the answer is there, nothing of it is executed";
      case TOOL_GATE -> "for each call, with the gates; again when the state changed";
      case BEFORE_TOOL_EXECUTE -> "once for each call that was let through";
      case AFTER_TOOL_EXECUTE -> "for each result, also of calls that no tool was asked for";
      case STEP_END -> "when every call of the step has its result";
      case RUN_END -> "once, however the run ends";
    };
  }
}
