package com.example.memory;

import io.awaken.core.run.Caller;
import io.awaken.core.state.profile.ProfileAccess;
import io.awaken.core.state.profile.ProfileKey;
import java.util.ArrayList;
import java.util.List;

/**
 * The remembered facts about one user.
 *
 * @param texts oldest first
 */
public record Facts(List<String> texts) {

  static final int MAX_CHARS = 500;
  private static final int MAX_FACTS = 50;

  static final ProfileKey<Facts> KEY =
      ProfileKey.of("profile-memory", Facts.class, () -> new Facts(List.of()));

  public Facts {
    texts = List.copyOf(texts);
  }

  /** The facts about a named caller; none for anonymous callers, who would share them. */
  static Facts of(Caller caller, ProfileAccess profile) {
    return caller.anonymous() ? KEY.initial().get() : profile.read(KEY, caller.subject());
  }

  /** Returns a copy with one more fact, without the oldest one if there are too many. */
  Facts with(String fact) {
    var more = new ArrayList<>(texts);
    more.remove(fact);
    more.add(fact);
    return new Facts(more.subList(Math.max(0, more.size() - MAX_FACTS), more.size()));
  }
}
