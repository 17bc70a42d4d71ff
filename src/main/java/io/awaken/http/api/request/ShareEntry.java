package io.awaken.http.api.request;

import io.awaken.core.run.Share;
import io.awaken.core.run.Sharing;
import io.awaken.core.spec.AgentSpec;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;
import java.util.ArrayList;
import java.util.List;

/**
 * An entry of {@code share}: what a subject, or every caller with a role, may do in a new thread.
 */
public record ShareEntry(
    @Described(value = "The name of a user; either this or `role`.", max = Share.MAX_NAME)
        String subject,
    @Described(value = "A role; either this or `subject`.", max = Share.MAX_NAME) String role,
    @Required
        @Described(
            value = "`write` includes `read`.",
            values = {"read", "write", "decide"})
        List<String> may) {

  /** The field. */
  public static final String FIELD = "share";

  /** What the field does. */
  public static final String DESCRIPTION =
      "Who may use the thread besides its owner, if the request creates it.";

  /**
   * The checked entries; empty for null.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the entry
   */
  public static List<Share> checked(List<ShareEntry> entries) {
    if (entries == null) {
      return List.of();
    }
    if (entries.size() > Sharing.MAX_ENTRIES) {
      throw Refusal.invalid(
              FIELD, FIELD + " must have at most %d entries".formatted(Sharing.MAX_ENTRIES))
          .exception();
    }
    var shares = new ArrayList<Share>();
    for (int i = 0; i < entries.size(); i++) {
      shares.add(checked(entries.get(i), FIELD + "[" + i + "]"));
    }
    return shares;
  }

  private static Share checked(ShareEntry entry, String at) {
    if (entry == null) {
      throw Refusal.invalid(at, at + " must not be null").exception();
    }
    try {
      return Share.of(new AgentSpec.Shared(entry.subject, entry.role, entry.may));
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid(at, at + ": " + e.getMessage()).exception();
    }
  }
}
