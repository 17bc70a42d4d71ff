package io.awaken.core.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Share;
import io.awaken.core.run.Sharing;
import io.awaken.core.spec.AgentSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewThreadsTest {

  private static List<AgentSpec.Shared> readers(String roles) {
    return roles == null
        ? List.of()
        : Arrays.stream(roles.split(" "))
            .map(role -> new AgentSpec.Shared(null, role, List.of("read")))
            .toList();
  }

  private static List<Share> shares(List<AgentSpec.Shared> written) {
    return written.stream().map(Share::of).toList();
  }

  private static Sharing sharing(
      String agent, List<AgentSpec.Shared> of, String asked, Sharing usual) {
    var spec = AgentSpec.builder("a", "m").share(of.toArray(AgentSpec.Shared[]::new)).build();
    var registry =
        new RegistrySnapshot(
            Map.of("a", spec),
            Map.of(),
            Map.of(),
            Map.of(),
            PluginSet.of(List.of(), List.of()),
            ModelPorts.plain());
    var request = new RunRequest(agent, null, List.of("hi"), Caller.ANONYMOUS);
    var limits = new AgentRules.Limits(1, 1, true, MediaRules.ANY, 1, usual);
    return new AgentRules(() -> registry, null, limits)
        .sharing(request.sharing(shares(readers(asked))));
  }

  @ParameterizedTest(name = "{0}, shared by its agent with {1} and by the request with {2}: {3}")
  @CsvSource({
    "owner,,,",
    "owner, desk,, desk",
    "owner,, lead, lead",
    "owner, desk, lead boss, boss desk lead",
    "owner, desk, desk, desk",
  })
  void aThreadIsSharedWithThoseOfItsAgentAndOfItsFirstRequest(
      String server, String agent, String request, String expected) {
    assertThat(sharing("a", readers(agent), request, Sharing.OWNER))
        .isEqualTo(Sharing.with(shares(readers(expected))));
  }

  @Test
  void aThreadOfTheTenantNeedsNoShares() {
    assertThat(sharing("a", readers("desk"), "lead", Sharing.TENANT)).isEqualTo(Sharing.TENANT);
  }

  @Test
  void anAgentThatDoesNotExistSharesNothing() {
    assertThat(sharing("gone", readers("desk"), null, Sharing.OWNER)).isEqualTo(Sharing.OWNER);
  }

  @Test
  void theMostOfAnAgentAndARequestFit() {
    var most = new ArrayList<String>();
    for (int i = 0; i < Sharing.MAX_ENTRIES; i++) {
      most.add("r" + i);
    }
    String agent = String.join(" ", most);
    String request = agent.replace('r', 'q');

    assertThat(sharing("a", readers(agent), request, Sharing.OWNER))
        .isEqualTo(Sharing.with(shares(readers(agent + " " + request))));
  }
}
