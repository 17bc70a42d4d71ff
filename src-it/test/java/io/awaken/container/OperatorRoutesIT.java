package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Answer;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

/** The routes for operators, which require the configured role. */
class OperatorRoutesIT extends OwnMechanismTest {

  private Answer get(String path, String role) {
    return api.get(path, HeaderMechanism.NAME, "olga", HeaderMechanism.ROLE, role);
  }

  @Test
  @Rows(231)
  void operatorsSeeTheNumberOfUnfinishedRuns() {
    Answer summary = get("/v1/runs/summary", "operator");

    assertThat(summary.status()).isEqualTo(200);
    assertThat(summary.text()).isEqualTo("{\"running\":0,\"waiting\":0,\"created\":0}");
    Answer letters = get("/v1/mailbox", "operator");
    assertThat(letters.status()).isEqualTo(200);
    assertThat(letters.json().get("items")).isEmpty();
    assertShape(get("/v1/mailbox?status=lost", "operator"), 400, "status");
  }

  @Test
  void operatorsSeeTheServersInformation() {
    Answer info = get("/v1/system/info", "operator");
    assertThat(info.status()).isEqualTo(200);
    assertThat(info.json().get("version").asText()).isNotEmpty();
    assertThat(info.json().get("scope_id").asText()).isEqualTo("default");
    assertThat(info.json().get("uptime_seconds").asLong()).isPositive();
    Answer modules = get("/v1/system/modules", "operator");
    assertThat(modules.status()).isEqualTo(200);
    assertThat(modules.header("content-type")).startsWith("application/json");
    assertThat(modules.json().isArray()).isTrue();
  }

  @Test
  @Rows({1034, 1035})
  void operatorsTestProvidersAndListTheirModels() {
    String[] operator = {HeaderMechanism.NAME, "olga", HeaderMechanism.ROLE, "operator"};

    Answer tested =
        api.send(
            "POST", "/v1/providers/scripted/test?model=demo", BodyPublishers.noBody(), operator);

    assertThat(tested.status()).isEqualTo(200);
    assertThat(tested.json().get("ok").asBoolean()).isTrue();
    assertThat(tested.json().get("latency_ms").asLong()).isNotNegative();
    assertRefused(get("/v1/providers/nobody/models", "operator"), 404, "provider_not_found", null);
    assertRefused(get("/v1/providers/scripted/models", "operator"), 409, "no_model_list", null);
    assertRefused(get("/v1/providers/scripted/models", "clerk"), 403, "forbidden", null);
  }

  @Test
  @Attacks({"S05", "S08"})
  void otherCallersAreRefused() {
    for (String route :
        new String[] {"/v1/runs/summary", "/v1/mailbox", "/v1/system/info", "/v1/system/modules"}) {
      assertRefused(get(route, "clerk"), 403, "forbidden", null);
      assertShape(api.get(route), 401, null);
    }
  }
}
