package io.awaken.store.jpa;

import static io.awaken.fixture.CommitBuilder.emptyCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import io.awaken.contract.Stores;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.profile.ProfileStore;
import io.awaken.core.store.run.StepCommit;
import io.awaken.fixture.Databases;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForeignTransactionTest {
  private static final Fence FENCE =
      new Fence(
          new ThreadId("t"), new RunId("r"), new JobId("j"), new ClaimToken("token"), 1, 0, null);
  private static final StepCommit STEP = emptyCommit("commit");

  private static List<Runnable> profileCalls(ProfileStore profile) {
    return List.of(
        () -> profile.read("acme", "taste", "system"),
        () -> profile.write("acme", "taste", "system", NullNode.instance),
        () -> profile.delete("acme", "taste", "system"));
  }

  @Test
  void storesRefuseToJoinATransactionOfTheCaller() {
    try (var database = Databases.h2()) {
      var transactions = database.transactions(JpaStores.ENTITIES);
      try (var stores = new JpaStores(transactions, database.database(), Stores.SETTINGS)) {
        transactions.run(
            left -> {
              assertThatThrownBy(() -> stores.runCommit().commit(FENCE, STEP))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("not the store's");
              for (Runnable call : profileCalls(stores.profile())) {
                assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not the store's");
              }
              assertThat(transactions.active()).isTrue();
            });
      }
    }
  }
}
