package io.awaken.store.jpa.document;

import io.awaken.core.store.document.ToolPinStore;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Duplicates;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Hashes of MCP tools, one row each. */
public final class JpaToolPinStore implements ToolPinStore {

  private static final String READ =
      "SELECT tool_name, hash FROM awaken_mcp_tool WHERE server_id = :server";

  private final Transactions transactions;
  private final String add;
  private final String approve;

  /**
   * @param transactions must not join others
   */
  public JpaToolPinStore(Transactions transactions, DatabaseProduct product) {
    this.transactions = transactions;
    String now = product.clockMillis();
    add =
        "INSERT INTO awaken_mcp_tool (server_id, tool_name, hash, updated_at)"
            + " SELECT CAST(:server AS varchar(32)), CAST(:tool AS varchar(128)),"
            + " CAST(:hash AS varchar(64)), "
            + now
            + " WHERE NOT EXISTS (SELECT 1 FROM awaken_mcp_tool"
            + " WHERE server_id = :server AND tool_name = :tool)";
    approve =
        product.upsert(
            "awaken_mcp_tool",
            List.of("server_id", "tool_name"),
            List.of("hash", "approved_by", "updated_at"),
            ":server, :tool, :hash, :by, " + now);
  }

  @Override
  public Map<String, String> of(String server) {
    List<?> rows =
        AmbiguousCommits.call(
            transactions,
            em -> em.createNativeQuery(READ).setParameter("server", server).getResultList());
    var hashes = new HashMap<String, String>();
    for (Object row : rows) {
      var columns = (Object[]) row;
      hashes.put((String) columns[0], (String) columns[1]);
    }
    return hashes;
  }

  @Override
  public void add(String server, Map<String, String> hashes) {
    // Another node may insert one of them at the same moment; the next attempt finds it.
    Duplicates.retried(
        () ->
            transactions.call(
                em -> {
                  hashes.forEach(
                      (tool, hash) ->
                          Sql.update(em, add, "server", server, "tool", tool, "hash", hash));
                  return null;
                }));
  }

  @Override
  public void approve(String server, String tool, String hash, String by) {
    AmbiguousCommits.call(
        transactions,
        em ->
            em.createNativeQuery(approve)
                .setParameter("server", server)
                .setParameter("tool", tool)
                .setParameter("hash", hash)
                .setParameter("by", by)
                .executeUpdate());
  }
}
