package com.example.memory;

import io.awaken.core.run.Caller;
import io.awaken.core.state.profile.ProfileAccess;
import io.awaken.core.state.profile.ProfileKey;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known about one user.
 *
 * @param texts the oldest first
 */
public record Facts(List<String> texts) {

  static final int MAX_CHARS = 500;
  private static final int MAX_FACTS = 50;

  static final ProfileKey<Facts> KEY =
      ProfileKey.of("profile-memory", Facts.class, () -> new Facts(List.of()));

  public Facts {
    texts = List.copyOf(texts);
  }

  /** Of a caller with a name; all who have none would share what is known. */
  static Facts of(Caller caller, ProfileAccess profile) {
    return caller.anonymous() ? KEY.initial().get() : profile.read(KEY, caller.subject());
  }

  /** The same with one more; the oldest is forgotten when there are too many. */
  Facts with(String fact) {
    var more = new ArrayList<>(texts);
    more.remove(fact);
    more.add(fact);
    return new Facts(more.subList(Math.max(0, more.size() - MAX_FACTS), more.size()));
  }
}
