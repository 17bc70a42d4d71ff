package com.example.shop.stock;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.ToolCallContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.Positive;

/** Reserves stock: the row and the call's result are committed together, or neither is. */
@ApplicationScoped
public class StockDesk {

  private static final int STOCK = 10;

  @PersistenceContext private EntityManager shop;

  @AgentTool(
      name = "reserve_stock",
      description = "Reserves pieces of an article.",
      category = "shop",
      transactional = true)
  @Transactional
  public String reserve(String article, @Positive int pieces, ToolCallContext call) {
    shop.persist(new Reservation(call.idempotencyKey(), article, pieces));
    // Includes the new row: the query flushes it. The exception takes it back.
    long reserved = reserved(article);
    if (reserved > STOCK) {
      throw new IllegalStateException(
          "%d pieces of %s are too many by %d".formatted(pieces, article, reserved - STOCK));
    }
    return "reserved " + pieces + " of " + article;
  }

  @AgentTool(
      name = "reserved_stock",
      description = "Counts the reserved pieces of an article.",
      category = "shop",
      retry = RetryClass.SAFE)
  @Transactional
  public long reserved(String article) {
    return shop.createQuery(
            "SELECT COALESCE(SUM(r.pieces), 0) FROM Reservation r WHERE r.article = :article",
            Long.class)
        .setParameter("article", article)
        .getSingleResult();
  }
}
