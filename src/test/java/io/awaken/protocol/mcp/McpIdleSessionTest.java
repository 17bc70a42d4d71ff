package io.awaken.protocol.mcp;

import static io.awaken.protocol.mcp.McpApi.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.LiveHeap;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The memory that an idle session uses on a node. */
@Rows(1061)
class McpIdleSessionTest {

  private static final int SESSIONS = 2_000;
  private static final long MAX_BYTES = 20_000;

  private final McpApi api = new McpApi(Script.builder().says("Hello").build());

  /** The session has set a log level, which is all that a node stores of it. */
  @Test
  void anIdleSessionUsesLessThanTwentyKilobytes() {
    begin(100);
    long before = LiveHeap.used();

    List<Map<String, String>> kept = begin(SESSIONS);

    long each = (LiveHeap.used() - before) / SESSIONS;
    assertThat(kept).hasSize(SESSIONS);
    assertThat(each).isLessThan(MAX_BYTES);
    assertThat(api.node.stores.runs().list(McpApi.ALL_RUNS).items()).isEmpty();
  }

  private List<Map<String, String>> begin(int sessions) {
    var ids = new ArrayList<Map<String, String>>();
    for (int i = 0; i < sessions; i++) {
      Map<String, String> session = api.session("2025-11-25", "{'elicitation':{}}");
      api.post(session, request(1, "logging/setLevel", "{'level':'error'}"));
      ids.add(session);
    }
    return ids;
  }
}
