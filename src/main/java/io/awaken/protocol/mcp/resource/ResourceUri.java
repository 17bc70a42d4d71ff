package io.awaken.protocol.mcp.resource;

import java.util.Optional;
import java.util.regex.Pattern;

/** The address of a resource. Ids need no escaping: they have no character that would. */
public sealed interface ResourceUri {

  /** The conversations, for templates. */
  String THREADS = "awaken://threads/";

  /** The runs, for templates. */
  String RUNS = "awaken://runs/";

  /** Characters of an address, at the most. */
  int MAX_LENGTH = 256;

  /**
   * A page of a conversation.
   *
   * @param before of messages in front of this sequence number; null for the newest ones
   */
  record OfThread(String id, Long before) implements ResourceUri {
    private static final Pattern TEXT =
        Pattern.compile("awaken://threads/([^/?#]+)(?:\\?before=(\\d{1,18}))?");

    /** The address as clients write it. */
    public String text() {
      return THREADS + id + (before == null ? "" : "?before=" + before);
    }
  }

  /** A run with its result. */
  record OfRun(String id) implements ResourceUri {
    private static final Pattern TEXT = Pattern.compile("awaken://runs/([^/?#]+)");

    /** The address as clients write it. */
    public String text() {
      return RUNS + id;
    }
  }

  /** Reads an address; empty for one that names no resource. */
  static Optional<ResourceUri> parse(String text) {
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    var thread = OfThread.TEXT.matcher(text);
    if (thread.matches()) {
      String before = thread.group(2);
      return Optional.of(
          new OfThread(thread.group(1), before == null ? null : Long.valueOf(before)));
    }
    var run = OfRun.TEXT.matcher(text);
    return run.matches() ? Optional.of(new OfRun(run.group(1))) : Optional.empty();
  }
}
