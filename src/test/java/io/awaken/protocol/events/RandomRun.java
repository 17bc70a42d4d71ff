package io.awaken.protocol.events;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.suspension.ResumeMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Random runs with events in an order that the step loop can emit, including empty pieces, calls
 * that the model begins and does not request, and events between any two others.
 */
public final class RandomRun {

  /** The front-end tool of these runs. */
  public static final String CLIENTS_TOOL = "pick_colour";

  private static final List<String> TOOLS = List.of("pay", "search", "mcp__a.b/c", CLIENTS_TOOL);
  private static final List<String> PIECES =
      Stream.concat(
              Stream.of("", "a", " ", "\n", "\"", "\\", "é", "\uD83D\uDE00", "\u0000\u001f"),
              HostileTexts.all().stream())
          .toList();
  private static final List<String> VALUES =
      List.of("null", "true", "0", "-1.5e3", "\"text\"", "[]", "{}", "{\"a\":[{\"b\":null}]}");

  private final Random random;
  private final SampleRun run = SampleRun.begins();
  private int calls;

  private RandomRun(Random random) {
    this.random = random;
  }

  /** A random run that ends. */
  public static SampleRun of(Random random) {
    var made = new RandomRun(random);
    made.play();
    return made.run;
  }

  private record Call(String id, String tool, String arguments) {}

  private void play() {
    int steps = random.nextInt(4);
    for (int i = 0; i < steps; i++) {
      beside();
      run.step();
      List<Call> made = answer();
      settle(made);
      run.endStep();
    }
    beside();
    if (random.nextInt(4) == 0) {
      run.step();
      answer();
    }
    run.finish(end());
  }

  /** The model's output; the calls that it requests are ready then. */
  private List<Call> answer() {
    var made = new ArrayList<Call>();
    int parts = random.nextInt(6);
    for (int i = 0; i < parts; i++) {
      switch (random.nextInt(12)) {
        case 0, 1 -> run.thinks(pieces());
        case 2, 3 -> call().ifMade(made);
        case 4, 5 -> beside();
        case 6 -> {
          made.clear();
          run.restarts();
        }
        default -> run.says(pieces());
      }
    }
    if (random.nextBoolean()) {
      run.inferred(random.nextInt(1000), random.nextInt(1000));
    }
    for (Call call : made) {
      run.ready(call.id(), call.tool(), call.arguments());
    }
    return made;
  }

  private record Begun(Call call, boolean made) {
    void ifMade(List<Call> all) {
      if (made) {
        all.add(call);
      }
    }
  }

  private Begun call() {
    String arguments = "{\"value\":" + pick(VALUES) + "}";
    var call = new Call("call_" + ++calls, pick(TOOLS), arguments);
    if (random.nextInt(5) > 0) {
      int cut = random.nextInt(arguments.length());
      run.asksFor(call.id(), call.tool(), arguments.substring(0, cut), arguments.substring(cut));
      boolean made = random.nextInt(6) > 0;
      if (!made && random.nextBoolean()) {
        run.cutsOff(call.id());
      }
      return new Begun(call, made);
    }
    return new Begun(call, true);
  }

  /** Completes calls, over as many decisions as needed. */
  private void settle(List<Call> made) {
    List<Call> open = new ArrayList<>(made);
    for (int round = 0; !open.isEmpty(); round++) {
      var waiting = new ArrayList<Call>();
      for (Call call : open) {
        if (round > 0) {
          run.resumes(call.id(), random.nextBoolean() ? null : pick(VALUES));
        }
        if (!settle(call, round < 3)) {
          waiting.add(call);
        }
        beside();
      }
      open = waiting;
      if (!open.isEmpty()) {
        run.waits();
      }
    }
  }

  /** Whether the call has its result. */
  private boolean settle(Call call, boolean mayAsk) {
    boolean clients = call.tool().equals(CLIENTS_TOOL);
    switch (random.nextInt(mayAsk ? 8 : 4)) {
      case 0 -> run.fails(call.id(), call.tool(), random.nextBoolean() ? pick(PIECES) : null);
      case 1 -> run.declined(call.id(), call.tool(), "no");
      case 2 -> run.answers(call.id(), call.tool(), content());
      case 4, 5 -> {
        ResumeMode mode = ResumeMode.values()[random.nextInt(ResumeMode.values().length)];
        run.asks(call.id(), call.tool(), call.arguments(), mode);
        return false;
      }
      case 6, 7 -> {
        if (clients) {
          run.handsOver(call.id(), call.tool(), call.arguments());
          return false;
        }
        progress(call);
        run.answers(call.id(), call.tool(), pick(VALUES));
      }
      default -> run.answers(call.id(), call.tool(), pick(VALUES));
    }
    return true;
  }

  private void progress(Call call) {
    int pieces = random.nextInt(5);
    for (int i = 0; i < pieces; i++) {
      run.streams(call.id(), call.tool(), pick(PIECES));
    }
  }

  private ContentBlock[] content() {
    List<ContentBlock> all =
        List.of(
            new ContentBlock.Text("text"),
            SampleRun.picture(),
            MediaKind.VIDEO.at("https://example.org/v", null, null),
            MediaKind.AUDIO.stored("media-1", "audio/ogg", 1, "a.ogg"),
            ContentBlock.Source.url("https://example.org", null),
            ContentBlock.Source.document(null, null, null));
    return all.subList(0, 1 + random.nextInt(all.size())).toArray(ContentBlock[]::new);
  }

  /** Events outside of the answer. */
  private void beside() {
    JsonNode value = SampleRun.json(pick(VALUES));
    switch (random.nextInt(24)) {
      case 0 -> run.add(new AgentEvent.Custom("c", value));
      case 1 -> run.add(new AgentEvent.StateDelta(SampleRun.json("[]")));
      case 2 -> run.add(new AgentEvent.StateSnapshot(SampleRun.json("{}")));
      case 3 -> run.add(new AgentEvent.ActivitySnapshot("m", "plan", value, random.nextBoolean()));
      case 4 -> run.add(new AgentEvent.ActivityDelta("m", "plan", SampleRun.json("[]")));
      case 5 -> run.add(new AgentEvent.Error(null, null));
      case 6 -> run.add(new AgentEvent.ToolFilterConflict(List.of("a"), null));
      case 7 -> run.add(new AgentEvent.MessagesSnapshot(List.of(), random.nextBoolean()));
      case 8 -> run.add(new AgentEvent.ReasoningEncryptedValue("c2VjcmV0"));
      default -> {
        // Nothing.
      }
    }
  }

  private TerminationReason end() {
    return switch (random.nextInt(8)) {
      case 0 -> new TerminationReason.Error(random.nextBoolean() ? "failed" : null);
      case 1 -> new TerminationReason.Cancelled();
      case 2 -> TerminationReason.Stopped.of("max_rounds", null);
      case 3 -> new TerminationReason.Blocked("a rule");
      case 4 -> new TerminationReason.BehaviorRequested();
      default -> new TerminationReason.NaturalEnd();
    };
  }

  private String[] pieces() {
    return random
        .ints(random.nextInt(4), 0, PIECES.size())
        .mapToObj(PIECES::get)
        .toArray(String[]::new);
  }

  private String pick(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }
}
