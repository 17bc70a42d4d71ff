package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.RegistrySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** All pages of a tool list; rebuilt only after the registry changes. For one thread at a time. */
final class ToolList implements Supplier<Object> {

  private final LiveRegistry registry;
  private final Function<JsonNode, JsonNode> page;
  private RegistrySnapshot of;
  private List<JsonNode> list;

  /**
   * @param registry the source of the tools
   * @param page a page of the list, by cursor
   */
  ToolList(LiveRegistry registry, Function<JsonNode, JsonNode> page) {
    this.registry = registry;
    this.page = page;
  }

  @Override
  public Object get() {
    RegistrySnapshot now = registry.get();
    if (now != of) {
      list = pages();
      of = now;
    }
    return list;
  }

  private List<JsonNode> pages() {
    var pages = new ArrayList<JsonNode>();
    JsonNode cursor = null;
    do {
      JsonNode next = page.apply(cursor);
      pages.add(next);
      cursor = next.get("nextCursor");
    } while (cursor != null);
    return pages;
  }
}
