package io.awaken.store.jpa.document;

import io.awaken.core.store.subscription.SubscriptionStore;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Subscriptions of sessions, one row each; expired ones are deleted when others are added. */
public final class JpaSubscriptionStore implements SubscriptionStore {

  private static final String HOLDER =
      " WHERE tenant = :tenant AND session_name = :session AND uri ";
  private static final String ONE = HOLDER + "= :uri";
  private static final String REPLACE =
      "UPDATE awaken_mcp_subscription SET digest = :now" + ONE + " AND digest = :before";
  private static final String REMOVE = "DELETE FROM awaken_mcp_subscription" + ONE;

  private final Transactions transactions;
  private final String expire;
  private final String countOthers;
  private final String put;
  private final String read;

  /**
   * @param transactions that join no other
   */
  public JpaSubscriptionStore(Transactions transactions, DatabaseProduct product) {
    this.transactions = transactions;
    String now = product.clockMillis();
    expire = "DELETE FROM awaken_mcp_subscription WHERE expires_at <= " + now;
    countOthers = "SELECT count(*) FROM awaken_mcp_subscription" + HOLDER + "<> :uri";
    put =
        product.upsert(
            "awaken_mcp_subscription",
            List.of("tenant", "session_name", "uri"),
            List.of("digest", "expires_at"),
            ":tenant, :session, :uri, :digest, " + now + " + :life");
    read =
        "SELECT uri, digest FROM awaken_mcp_subscription"
            + " WHERE tenant = :tenant AND session_name = :session AND expires_at > "
            + now;
  }

  @Override
  public boolean put(Holder holder, String uri, String digest, int most, Duration life) {
    return AmbiguousCommits.call(
        transactions,
        em -> {
          Sql.update(em, expire);
          var others = (Number) one(em, countOthers, holder, uri).getSingleResult();
          return others.intValue() < most
              && one(em, put, holder, uri)
                      .setParameter("digest", digest)
                      .setParameter("life", life.toMillis())
                      .executeUpdate()
                  > 0;
        });
  }

  @Override
  public Map<String, String> of(Holder holder) {
    List<?> rows =
        AmbiguousCommits.call(transactions, em -> holder(em, read, holder).getResultList());
    var digests = new HashMap<String, String>();
    for (Object row : rows) {
      var columns = (Object[]) row;
      digests.put((String) columns[0], (String) columns[1]);
    }
    return digests;
  }

  @Override
  public boolean replace(Holder holder, String uri, String before, String now) {
    return changed(
        em ->
            one(em, REPLACE, holder, uri).setParameter("before", before).setParameter("now", now));
  }

  @Override
  public boolean remove(Holder holder, String uri) {
    return changed(em -> one(em, REMOVE, holder, uri));
  }

  private boolean changed(Function<EntityManager, Query> write) {
    return AmbiguousCommits.call(transactions, em -> write.apply(em).executeUpdate()) > 0;
  }

  private static Query one(EntityManager em, String sql, Holder holder, String uri) {
    return holder(em, sql, holder).setParameter("uri", uri);
  }

  private static Query holder(EntityManager em, String sql, Holder holder) {
    return em.createNativeQuery(sql)
        .setParameter("tenant", holder.tenant())
        .setParameter("session", holder.name());
  }
}
