package com.example.moderation;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolParam;
import jakarta.enterprise.context.ApplicationScoped;

/** Publishes posts; a placeholder for a service of the application. */
@ApplicationScoped
public class Blog {

  @AgentTool(name = "publish_post", description = "Publishes a post for everybody to read.")
  public String publish(@ToolParam("the post") String text) {
    return "published " + text.length() + " characters";
  }
}
