package io.awaken.store.jpa.document;

import io.awaken.core.secret.SecretName;
import io.awaken.core.secret.SecretStore;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Duplicates;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Query;
import jakarta.persistence.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;
import org.hibernate.type.StandardBasicTypes;

/**
 * Encrypted secrets, one row each; later writes delete expired ones. Versions start with the time,
 * so that a rewritten row never repeats an earlier version.
 */
public final class JpaSecretStore implements SecretStore {

  private static final String NAMED =
      " WHERE tenant = :tenant AND subject = :subject AND secret_name = :name";

  private final Transactions transactions;
  private final String find;
  private final String insert;
  private final String update;
  private final String expire;

  /**
   * @param transactions must not join others
   */
  public JpaSecretStore(Transactions transactions, DatabaseProduct product) {
    this.transactions = transactions;
    String now = product.clockMillis();
    String until = "CASE WHEN :life < 0 THEN NULL ELSE " + now + " + :life END";
    find =
        "SELECT sealed, version FROM awaken_secret"
            + NAMED
            + " AND (expires_at IS NULL OR expires_at > "
            + now
            + ")";
    insert =
        "INSERT INTO awaken_secret"
            + " (tenant, subject, secret_name, sealed, version, expires_at, updated_at)"
            + " VALUES (:tenant, :subject, :name, :sealed, "
            + now
            + ", "
            + until
            + ", "
            + now
            + ")";
    update =
        "UPDATE awaken_secret SET sealed = :sealed, version = version + 1, expires_at = "
            + until
            + ", updated_at = "
            + now
            + NAMED
            + " AND version = :before";
    expire = "DELETE FROM awaken_secret WHERE expires_at <= " + now;
  }

  @Override
  public Optional<Kept> find(SecretName name) {
    return AmbiguousCommits.call(transactions, em -> kept(em, name));
  }

  private Optional<Kept> kept(EntityManager em, SecretName name) {
    List<Tuple> rows =
        em.unwrap(Session.class)
            .createNativeQuery(find, Tuple.class)
            .addScalar("sealed", StandardBasicTypes.STRING)
            .addScalar("version", StandardBasicTypes.LONG)
            .setParameter("tenant", name.tenant())
            .setParameter("subject", name.subject())
            .setParameter("name", name.name())
            .getResultList();
    return rows.stream()
        .findFirst()
        .map(row -> new Kept(row.get(0, String.class), row.get(1, Long.class)));
  }

  @Override
  public boolean put(SecretName name, long before, String sealed, Duration life) {
    try {
      return AmbiguousCommits.call(transactions, em -> written(em, name, before, sealed, life)) > 0;
    } catch (PersistenceException e) {
      if (!Duplicates.cause(e)) {
        throw e;
      }
      return false;
    }
  }

  private int written(
      EntityManager em, SecretName name, long before, String sealed, Duration life) {
    Sql.update(em, expire);
    Query write = named(em.createNativeQuery(before == 0 ? insert : update), name);
    if (before != 0) {
      write.setParameter("before", before);
    }
    return write
        .setParameter("sealed", sealed)
        .setParameter("life", life == null ? -1L : life.toMillis())
        .executeUpdate();
  }

  @Override
  public Optional<Kept> take(SecretName name) {
    return AmbiguousCommits.call(
        transactions,
        em -> {
          Optional<Kept> found = kept(em, name);
          boolean mine = found.isPresent() && removed(em, name, found.get().version()) > 0;
          return mine ? found : Optional.empty();
        });
  }

  @Override
  public void remove(SecretName name, long version) {
    AmbiguousCommits.call(transactions, em -> removed(em, name, version));
  }

  private static int removed(EntityManager em, SecretName name, long version) {
    return named(
            em.createNativeQuery("DELETE FROM awaken_secret" + NAMED + " AND version = :version"),
            name)
        .setParameter("version", version)
        .executeUpdate();
  }

  private static Query named(Query query, SecretName name) {
    return query
        .setParameter("tenant", name.tenant())
        .setParameter("subject", name.subject())
        .setParameter("name", name.name());
  }
}
