package io.awaken.store.jpa.document;

import io.awaken.core.store.ServerKeys;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Duplicates;
import jakarta.persistence.PersistenceException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Keys in the database: the first insert wins and every node reads it. */
public final class JpaServerKeys implements ServerKeys {

  private static final String FIND = "SELECT secret FROM awaken_server_key WHERE name = :name";

  private final Transactions transactions;
  private final String insert;

  /**
   * @param transactions must not join others
   */
  public JpaServerKeys(Transactions transactions, DatabaseProduct product) {
    this.transactions = transactions;
    insert =
        "INSERT INTO awaken_server_key (name, secret, created_at) VALUES (:name, :secret, %s)"
            .formatted(product.clockMillis());
  }

  @Override
  public byte[] key(String name, Supplier<byte[]> fresh) {
    return find(name).orElseGet(() -> first(name, fresh.get()));
  }

  private byte[] first(String name, byte[] made) {
    ServerKeys.check(name, made);
    try {
      AmbiguousCommits.settle(() -> insert(name, Base64.getEncoder().encodeToString(made)));
    } catch (PersistenceException e) {
      if (!Duplicates.cause(e)) {
        throw e;
      }
      // Another node inserted first, or this one did and lost the answer.
    }
    return find(name).orElseThrow();
  }

  private Integer insert(String name, String secret) {
    return transactions.call(em -> Sql.update(em, insert, "name", name, "secret", secret));
  }

  private Optional<byte[]> find(String name) {
    List<?> found =
        AmbiguousCommits.call(
            transactions,
            em -> em.createNativeQuery(FIND).setParameter("name", name).getResultList());
    return found.stream()
        .findFirst()
        .map(secret -> Base64.getDecoder().decode(String.valueOf(secret)));
  }
}
