package io.awaken.container;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolCallContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.TreeSet;

/** Tools that require a role or a name, and one that returns its caller. */
@ApplicationScoped
public class GuardedTools {

  @AgentTool(name = "who_am_i", description = "returns its caller")
  public String whoAmI(ToolCallContext call) {
    var caller = call.caller();
    return caller.tenant() + " " + caller.subject() + " " + new TreeSet<>(caller.roles());
  }

  @AgentTool(name = "clerks_only", description = "does what a clerk may do")
  @RolesAllowed("clerk")
  public String clerksOnly() {
    return "done for a clerk";
  }

  @AgentTool(name = "members_only", description = "does what callers with a name may do")
  @RolesAllowed("**")
  public String membersOnly() {
    return "done for a member";
  }
}
