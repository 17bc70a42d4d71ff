package io.awaken.process;

import io.awaken.core.tool.AgentTool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A tool for which the agents' rules require approval, and one that lists its entries. */
@ApplicationScoped
public class Ledger {

  private final List<String> entries = new CopyOnWriteArrayList<>();

  @AgentTool(name = "book", description = "books an entry")
  public String book(String entry) {
    entries.add(entry);
    return "booked " + entry;
  }

  @AgentTool(name = "entries", description = "lists the bookings")
  public List<String> entries() {
    return List.copyOf(entries);
  }
}
