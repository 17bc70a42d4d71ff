package io.awaken.store.jpa;

import io.awaken.contract.TwinStores;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import io.awaken.store.memory.InMemory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The memory and PostgreSQL stores follow the same rules. */
@BesideOthers
@Rows({188, 190, 192})
class RandomCommandsTest {
  private static final int COMMANDS = 16;
  private static InDatabase database;

  @BeforeAll
  static void open() {
    database = new InDatabase(Databases.postgres());
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  void memoryAndPostgreSqlGiveEqualResultsForRandomCommands() {
    play(200);
  }

  @Test
  @Nightly("thousands of sequences")
  void memoryAndPostgreSqlGiveEqualResultsForManyRandomCommands() {
    play(5_000);
  }

  private static void play(int sequences) {
    long first = System.nanoTime();
    for (long seed = first; seed < first + sequences; seed++) {
      try {
        new TwinStores(new InMemory(), database.emptied(), seed).play(COMMANDS);
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }
}
