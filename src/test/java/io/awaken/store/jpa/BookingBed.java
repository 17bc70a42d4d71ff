package io.awaken.store.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.state.StateKey;
import io.awaken.fixture.TestPlugin;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests of a transactional tool on a database that is emptied for each of them. */
abstract class BookingBed {

  static final StateKey<Integer, Integer> BOOKED =
      StateKey.of("booked", Integer.class, () -> 0, Integer::sum).commutative().threadScoped();

  private static BookingNode database;

  final BookingNode bookings = database.emptied();

  @BeforeAll
  static void open() {
    database = new BookingNode();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  static Plugin plugin(Consumer<PluginRegistrar> parts) {
    return new TestPlugin("watches", parts);
  }

  final void assertKept(long x, long y) {
    assertThat(bookings.booked("x")).isEqualTo(x);
    assertThat(bookings.booked("y")).isEqualTo(y);
  }
}
