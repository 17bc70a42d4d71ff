package com.example.moderation;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolParam;
import jakarta.enterprise.context.ApplicationScoped;

/** Where posts are published; stands for what the application has. */
@ApplicationScoped
public class Blog {

  @AgentTool(name = "publish_post", description = "Publishes a post for everybody to read.")
  public String publish(@ToolParam("the post") String text) {
    return "published " + text.length() + " characters";
  }
}
