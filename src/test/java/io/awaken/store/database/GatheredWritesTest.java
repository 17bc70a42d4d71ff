package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Databases;
import io.awaken.fixture.StatementCounter;
import io.awaken.store.database.batch.GatheredWrites;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Gathered writes change the same rows as individual writes. */
class GatheredWritesTest {
  private final Databases.Fresh fresh = Databases.postgres();
  private final StatementCounter counter = new StatementCounter(fresh.dataSource());
  private final EntityManagerFactory factory =
      EntityManagers.local(counter.dataSource(), List.of(Note.class));
  private final Transactions transactions = of(DatabaseProduct.POSTGRESQL);

  private Transactions of(DatabaseProduct product) {
    return new SeparateTransactions(new LocalTransactions(factory), product);
  }

  @BeforeEach
  void table() {
    fresh.execute(Note.DDL);
    transactions.run(em -> em.persist(new Note(1, "one")));
    counter.reset();
  }

  @AfterEach
  void drop() {
    factory.close();
    fresh.close();
  }

  @Test
  void writesOfEveryKindAreOneExecutionInOrder() {
    transactions.gathered(
        em -> {
          assertThat(rename(em, 1, "two", "one")).isOne();
          assertThat(rename(em, 1, "three", "two")).isOne();
          em.persist(new Note(2, "entity"));
          em.persist(new Note(3, null));
          em.flush();
          em.unwrap(Session.class).doWork(sql -> insert(sql.prepareStatement(INSERT), 4, 5));
          assertThat(em.createNativeQuery("DELETE FROM note WHERE id = 2").executeUpdate()).isOne();
          return null;
        });
    assertThat(counter.executions()).hasSize(1);
    assertThat(notes()).containsExactly("1 three", "3 null", "4 row 4", "5 row 5");
  }

  @Test
  void manyWritesAreFewExecutions() {
    transactions.gathered(
        em -> {
          for (int id = 2; id <= 100; id++) {
            em.persist(new Note(id, "many"));
          }
          return null;
        });
    assertThat(counter.executions()).hasSizeLessThan(10);
    assertThat(notes()).hasSize(100);
  }

  @Test
  void aQuerySeesEarlierWrites() {
    String seen =
        transactions.gathered(
            em -> {
              rename(em, 1, "two", "one");
              String text = text(em, 1);
              rename(em, 1, "three", "two");
              return text;
            });
    assertThat(seen).isEqualTo("two");
    assertThat(counter.executions()).hasSize(3);
    assertThat(notes()).containsExactly("1 three");
  }

  @Test
  void aWriteThatMissesItsRowRepeatsTheWorkWithTheRightCount() {
    List<Integer> answers = new ArrayList<>();
    transactions.gathered(
        em -> {
          int changed = rename(em, 1, "two", "another");
          answers.add(changed);
          if (changed == 1) {
            em.persist(new Note(2, "wrong"));
          }
          return null;
        });
    assertThat(answers).containsExactly(1, 0);
    assertThat(notes()).containsExactly("1 one");
  }

  @Test
  void aDuplicateRowRepeatsTheWork() {
    List<String> done = new ArrayList<>();
    assertThatThrownBy(
            () ->
                transactions.gathered(
                    em -> {
                      done.add("again");
                      em.persist(new Note(1, "twice"));
                      return null;
                    }))
        .hasRootCauseInstanceOf(SQLException.class);
    assertThat(done).hasSize(2);
    assertThat(notes()).containsExactly("1 one");
  }

  @Test
  void writesOfAnyCountAreNotChecked() {
    transactions.gathered(
        em -> {
          GatheredWrites.ofAnyCount(em, () -> rename(em, 1, "two", "another"));
          em.persist(new Note(2, "right"));
          return null;
        });
    assertThat(counter.executions()).hasSize(1);
    assertThat(notes()).containsExactly("1 one", "2 right");
  }

  @Test
  void anExceptionOfTheWorkLeavesNoRows() {
    var thrown = new IllegalStateException("mine");
    assertThatThrownBy(
            () ->
                transactions.gathered(
                    em -> {
                      rename(em, 1, "two", "one");
                      throw thrown;
                    }))
        .isSameAs(thrown);
    assertThat(counter.executions()).isEmpty();
    assertThat(notes()).containsExactly("1 one");
  }

  @Test
  void onH2EachWriteIsSentAlone() {
    of(DatabaseProduct.H2)
        .gathered(
            em -> {
              assertThat(rename(em, 1, "two", "another")).isZero();
              return rename(em, 1, "two", "one");
            });
    assertThat(counter.executions()).hasSize(2);
  }

  private static final String INSERT = "INSERT INTO note (id, text) VALUES (?, 'row ' || ?)";

  private static void insert(PreparedStatement insert, int... ids) throws SQLException {
    try (insert) {
      for (int id : ids) {
        insert.setLong(1, id);
        insert.setString(2, String.valueOf(id));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static int rename(EntityManager em, long id, String to, String from) {
    return em.createNativeQuery("UPDATE note SET text = :to WHERE id = :id AND text = :from")
        .setParameter("to", to)
        .setParameter("id", id)
        .setParameter("from", from)
        .executeUpdate();
  }

  private static String text(EntityManager em, long id) {
    return (String)
        em.createNativeQuery("SELECT text FROM note WHERE id = :id")
            .setParameter("id", id)
            .getSingleResult();
  }

  private List<String> notes() {
    return transactions.call(
        em ->
            em
                .createQuery("select n from Note n order by n.id", Note.class)
                .getResultList()
                .stream()
                .map(note -> note.id() + " " + note.text())
                .toList());
  }
}
