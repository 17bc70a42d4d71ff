package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StoreProbeTest {

  private final StoreProbe probe = new StoreProbe();

  @Test
  @Timeout(10)
  void whatever_one_question_ended_with_the_next_is_asked_again() {
    probe.database =
        failingWith(
            new NoClassDefFoundError("first"),
            new SQLException("second"),
            new IllegalStateException("third"));

    assertThatThrownBy(probe::ask).hasRootCauseMessage("first");
    assertThatThrownBy(probe::ask).hasRootCauseMessage("second");
    assertThatThrownBy(probe::ask).hasRootCauseMessage("third");
  }

  private static Database failingWith(Throwable... failures) {
    BlockingQueue<Throwable> next = new LinkedBlockingQueue<>(List.of(failures));
    var source =
        (DataSource)
            Proxy.newProxyInstance(
                StoreProbeTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (self, method, arguments) -> {
                  throw next.take();
                });
    return new Database(source, DatabaseProduct.H2);
  }
}
