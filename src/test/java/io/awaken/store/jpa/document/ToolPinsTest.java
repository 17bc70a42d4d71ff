package io.awaken.store.jpa.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.store.document.ToolPinStore;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The accepted hashes of MCP tools, shared by all nodes. */
@Rows(1077)
class ToolPinsTest {

  private static final String OLD = "a".repeat(64);
  private static final String NEW = "b".repeat(64);

  private enum Product {
    H2,
    POSTGRESQL
  }

  @ParameterizedTest
  @EnumSource
  void theFirstAcceptedHashStaysUntilAnotherIsApproved(Product product) {
    try (var database = fresh(product)) {
      ToolPinStore pins = pins(database);
      assertThat(pins.of("files")).isEmpty();

      pins.add("files", Map.of("read", OLD, "write", OLD));
      pins.add("files", Map.of("read", NEW, "x".repeat(ToolPinStore.MAX_NAME), NEW));
      pins.add("mail", Map.of("read", NEW));

      assertThat(pins.of("files"))
          .isEqualTo(Map.of("read", OLD, "write", OLD, "x".repeat(ToolPinStore.MAX_NAME), NEW));

      pins.approve("files", "read", NEW, "ann");
      pins.approve("files", "later", NEW, "ann");

      assertThat(pins.of("files")).containsEntry("read", NEW).containsEntry("later", NEW);
      assertThat(pins.of("mail")).isEqualTo(Map.of("read", NEW));
      assertThat(
              database.number(
                  "SELECT count(*) FROM awaken_mcp_tool"
                      + " WHERE approved_by = 'ann' AND updated_at > 0"))
          .isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nodesThatAcceptToolsConcurrentlyAgree(Product product) throws Exception {
    try (var database = fresh(product);
        var nodes = Executors.newVirtualThreadPerTaskExecutor()) {
      ToolPinStore pins = pins(database);
      List<Callable<Void>> adds =
          Stream.of(OLD, NEW, OLD, NEW)
              .<Callable<Void>>map(
                  hash ->
                      () -> {
                        IntStream.range(0, 20)
                            .forEach(i -> pins.add("files", Map.of("t" + i, hash)));
                        return null;
                      })
              .toList();

      for (var node : nodes.invokeAll(adds)) {
        node.get();
      }

      assertThat(pins.of("files")).hasSize(20);
    }
  }

  private static Databases.Fresh fresh(Product product) {
    return product == Product.H2 ? Databases.h2() : Databases.postgres();
  }

  private static ToolPinStore pins(Databases.Fresh database) {
    return new JpaToolPinStore(database.transactions(List.of()), database.database().product());
  }
}
