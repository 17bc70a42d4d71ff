package io.awaken.process;

import io.awaken.core.message.ToolResult;
import io.awaken.core.tool.AgentTool;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Tools that reserve an article, some of which fail, and a tool that lists the reservations. */
@ApplicationScoped
public class Storeroom {

  @Resource(lookup = "java:app/jdbc/awaken")
  private DataSource awaken;

  void open(@Observes @Initialized(ApplicationScoped.class) Object started) throws SQLException {
    try (Connection connection = awaken.getConnection();
        Statement create = connection.createStatement()) {
      create.execute("CREATE TABLE IF NOT EXISTS it_reservation (article VARCHAR(40))");
    }
  }

  @AgentTool(name = "reserve", description = "reserves", transactional = true)
  @Transactional
  public String reserve(String article) throws SQLException {
    insert(article);
    return "reserved " + article;
  }

  @AgentTool(name = "reserve_broken", description = "reserves and breaks", transactional = true)
  @Transactional
  public String reserveBroken(String article) throws SQLException {
    insert(article);
    throw new IllegalStateException("the shelf broke");
  }

  @AgentTool(name = "reserve_refused", description = "reserves and refuses", transactional = true)
  @Transactional
  public ToolResult reserveRefused(String article) throws SQLException {
    insert(article);
    return ToolResult.error("reserve_refused", "the shelf is closed");
  }

  @AgentTool(name = "reserve_at", description = "reserves for a place", transactional = true)
  @Transactional
  public String reserveAt(String at, String article) throws SQLException {
    return reserve(article);
  }

  @AgentTool(name = "reserved", description = "lists the reservations")
  public List<String> reserved() throws SQLException {
    try (Connection connection = awaken.getConnection();
        Statement select = connection.createStatement();
        ResultSet rows = select.executeQuery("SELECT article FROM it_reservation")) {
      var articles = new ArrayList<String>();
      while (rows.next()) {
        articles.add(rows.getString(1));
      }
      return articles;
    }
  }

  private void insert(String article) throws SQLException {
    try (Connection connection = awaken.getConnection();
        var insert = connection.prepareStatement("INSERT INTO it_reservation VALUES (?)")) {
      insert.setString(1, article);
      insert.executeUpdate();
    }
  }
}
