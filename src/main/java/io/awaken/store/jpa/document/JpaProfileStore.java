package io.awaken.store.jpa.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.state.profile.ProfileLimits;
import io.awaken.core.state.profile.ProfileStore;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredJson;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Duplicates;
import java.util.List;
import java.util.Optional;

/**
 * Shared values. Each call is one statement in a short separate transaction; a pending interrupt of
 * a stopped tool is deferred until it is over.
 */
public final class JpaProfileStore implements ProfileStore {
  private static final String ONE =
      " FROM awaken_profile"
          + " WHERE tenant = :tenant AND namespace = :namespace AND profile_key = :key";
  private final Transactions transactions;
  private final String write;

  /**
   * @param transactions must not join others
   */
  public JpaProfileStore(Transactions transactions, DatabaseProduct product) {
    this.transactions = transactions;
    write =
        product.upsert(
            "awaken_profile",
            List.of("tenant", "namespace", "profile_key"),
            List.of("body", "updated_at"),
            ":tenant, :namespace, :key, :body, " + product.clockMillis());
  }

  @Override
  public Optional<JsonNode> read(String tenant, String namespace, String key) {
    ProfileLimits.checkAddress(namespace, key);
    return AmbiguousCommits.call(
            transactions,
            em ->
                Sql.text(
                    em, "SELECT body" + ONE, "tenant", tenant, "namespace", namespace, "key", key))
        .map(StoredJson::readTreeOrMissing);
  }

  @Override
  public void write(String tenant, String namespace, String key, JsonNode value) {
    ProfileLimits.checkAddress(namespace, key);
    String body = StoredJson.writeTree(value);
    ProfileLimits.checkValue(namespace, body);
    // The first value of another caller may come first; this one overwrites it.
    Duplicates.retried(
        () ->
            transactions.call(
                em ->
                    em.createNativeQuery(write)
                        .setParameter("tenant", tenant)
                        .setParameter("namespace", namespace)
                        .setParameter("key", key)
                        .setParameter("body", body)
                        .executeUpdate()));
  }

  @Override
  public void delete(String tenant, String namespace, String key) {
    ProfileLimits.checkAddress(namespace, key);
    AmbiguousCommits.call(
        transactions,
        em ->
            em.createNativeQuery("DELETE" + ONE)
                .setParameter("tenant", tenant)
                .setParameter("namespace", namespace)
                .setParameter("key", key)
                .executeUpdate());
  }
}
