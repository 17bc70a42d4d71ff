package io.awaken.http.api;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.http.submit.upstream.ToolServerGrants;
import io.awaken.http.submit.upstream.ToolServerGrants.Granted;
import io.awaken.http.submit.upstream.ToolServerGrants.NotGranted;
import java.util.Map;
import java.util.Set;

/**
 * MCP servers whose ids and states determine the result of a request. They use a store, like the
 * real ones.
 */
record FakeGrants(ThreadStore threads) implements ToolServerGrants.Servers {

  private static final Set<String> CODES =
      Set.of(
          "invalid_state",
          "invalid_answer",
          "access_denied",
          "no_token",
          "not_available",
          "unknown_server");

  private static final Granted NOTHING = new Granted(null, null, null);

  @Override
  public String authorize(String server, Caller operator) {
    ask();
    if (Set.of("unknown_server", "not_available").contains(server)) {
      throw new NotGranted(server, "so it is", NOTHING);
    }
    return "https://login.example/authorize";
  }

  @Override
  public Granted granted(Caller caller, Map<String, String> answer) {
    ask();
    String state = answer.getOrDefault("state", "");
    if (CODES.contains(state)) {
      throw new NotGranted(state, "so it is", NOTHING);
    }
    return new Granted("files", null, null);
  }

  @Override
  public String question() {
    return "tool:GrantAccess";
  }

  private void ask() {
    threads.find(new ThreadId("default", "any"));
  }
}
