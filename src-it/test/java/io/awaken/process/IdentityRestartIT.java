package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Nightly;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The same callers, and an anonymous one, also after a kill. Each has a run that ends before it,
 * and one that reaches its guarded calls only after the restart. The first server is configured to
 * accept anonymous callers; the second has no such setting and refuses them, since it checks
 * tokens.
 */
@Nightly("kills and starts a server; IdentityIT has the same callers, H2RestartIT the kill")
class IdentityRestartIT extends IdentityIT {

  private static final String ANONYMOUS = "anonymous";

  private final Map<String, List<Frame>> resumed = new LinkedHashMap<>();

  @Override
  void begin(Workplace at) throws Exception {
    settings.put("awaken.security.anonymous", "true");
    super.begin(at);
    ask(ANONYMOUS);
    var cut = new HashMap<String, EventStream>();
    List<String> callers = Stream.concat(Stream.of(ANONYMOUS), NAMED.stream()).toList();
    for (String caller : callers) {
      cut.put(caller, api(caller).run("slow"));
    }
    for (EventStream slow : cut.values()) {
      slow.until(frame -> frame.field("delta").contains("word2"));
    }
    server.kill();
    agents(at.documents(), 0);
    settings.remove("awaken.security.anonymous");
    server = Servers.start(at, settings);
    for (String caller : callers) {
      String run = cut.get(caller).readToEnd().getFirst().field("run_id");
      resumed.put(caller, read(caller, run));
    }
  }

  /** A caller with a name reads the run of the anonymous caller, which has the same tenant. */
  private List<Frame> read(String caller, String run) throws Exception {
    String token = caller.equals(ANONYMOUS) ? operator() : token(caller);
    try (Api api = new Api(server.port(), token);
        EventStream stream = api.events(run)) {
      stream.until(frame -> frame.is("run_finish"));
      return stream.readToEnd();
    }
  }

  @Override
  List<Map<String, List<Frame>>> runs() {
    return Stream.concat(super.runs().stream(), Stream.of(resumed)).toList();
  }

  @Test
  void aToolSeesThatACallerIsAnonymous() {
    for (var runs : runs()) {
      assertThat(identity(runs.get(ANONYMOUS))).isEqualTo("default anonymous []");
    }
  }

  @Test
  void guardedToolsRefuseAnAnonymousCaller() {
    for (var runs : runs()) {
      assertDenied(runs.get(ANONYMOUS), "clerks_only");
      assertDenied(runs.get(ANONYMOUS), "members_only");
    }
  }
}
