package io.awaken.container;

import io.awaken.core.state.profile.ProfileKey;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.store.database.Database;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Beans with tools, one for each lifecycle of a bean. */
final class ToolBeans {

  static final AtomicInteger ENDED = new AtomicInteger();
  static final ProfileKey<Integer> NUMBER = ProfileKey.of("it.number", Integer.class, () -> 0);

  private ToolBeans() {}

  /** Request-scoped. */
  @RequestScoped
  public static class Request {
    private final String id = UUID.randomUUID().toString();

    public String id() {
      return id;
    }
  }

  /** Dependent: created for one call. */
  @Dependent
  public static class Scopes {
    @Inject private Request request;

    @AgentTool(description = "reports the scopes of its bean")
    public Map<String, Object> scopes(int number) {
      return Map.of(
          "request",
          request.id(),
          "ended",
          ENDED.get(),
          "loader",
          Thread.currentThread().getContextClassLoader() == ToolBeans.class.getClassLoader());
    }

    @PreDestroy
    void end() {
      ENDED.incrementAndGet();
    }
  }

  /** Writes its own rows. */
  @ApplicationScoped
  public static class Ledger {
    @Inject private Database database;
    @Inject private UserTransaction transaction;

    @AgentTool(description = "books a number and fails for odd ones")
    @Transactional
    public int book(int number) throws SQLException {
      insert(number);
      if (number % 2 == 1) {
        throw new IllegalStateException("odd");
      }
      return number;
    }

    @AgentTool(
        name = "book_with_result",
        description = "books a number together with its result, and fails for odd ones",
        transactional = true)
    @Transactional
    public int bookWithResult(int number) throws SQLException {
      return book(number);
    }

    @AgentTool(description = "books a number in a transaction that it leaves open")
    public int forget(int number) throws SQLException, NotSupportedException, SystemException {
      transaction.begin();
      insert(number);
      return number;
    }

    @AgentTool(name = "remember", description = "shares a number with other runs")
    public int remember(int number, ToolCallContext call) {
      call.profile().orElseThrow().write(NUMBER, "system", number);
      return number;
    }

    @AgentTool(name = "book_and_remember", description = "books a number and shares it")
    @Transactional
    public int bookAndRemember(int number, ToolCallContext call) throws SQLException {
      insert(number);
      return remember(number, call);
    }

    private void insert(int number) throws SQLException {
      try (Connection connection = database.dataSource().getConnection();
          PreparedStatement insert =
              connection.prepareStatement("INSERT INTO it_ledger VALUES (?)")) {
        insert.setInt(1, number);
        insert.executeUpdate();
      }
    }
  }
}
