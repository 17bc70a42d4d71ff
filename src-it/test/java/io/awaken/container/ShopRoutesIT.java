package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Answer;
import org.junit.jupiter.api.Test;

/** An application's own routes beside the runtime's. */
class ShopRoutesIT extends ApplicationTest {

  @Test
  void theShopsOwnRoutesAnswer() {
    assertThat(api.get("/shop/orders/A-1001").text()).isEqualTo("shipped");
  }

  @Test
  void theShopAndTheRuntimeServeOnlyTheirOwnRoutes() {
    for (String path : new String[] {"/shop/agents", "/shop/v1/agents", "/shop/threads/x"}) {
      assertThat(api.get(path).status()).as(path).isEqualTo(404);
    }
    Answer unknown = api.get("/v1/orders/A-1001");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.json().has("error")).isTrue();
  }
}
