package io.awaken.core.context;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media.ImageBlock;
import io.awaken.core.message.MediaBytes;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.Visibility;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Generates a conversation with messages of all kinds and lengths: texts of several scripts, media,
 * internal messages, at most one earlier summary. Results usually follow their calls directly; some
 * come later, others in between, and some calls have none. Ids of calls with results may repeat;
 * ids of messages are unique.
 */
final class RandomConversation {

  private static final List<String> CHARACTERS = List.of("x", "x", "x", "ü", "漢", "😀", "line\n");

  private final Random random;
  private final List<Message> messages = new ArrayList<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final Deque<String> answered = new ArrayDeque<>();
  private boolean summarised;

  RandomConversation(Random random) {
    this.random = random;
  }

  List<Message> messages() {
    int size = random.nextInt(60);
    while (messages.size() < size) {
      int kind = random.nextInt(10);
      if (!open.isEmpty() && kind < 6) {
        answer(open.remove());
      } else if (kind < 4) {
        call();
      } else if (kind == 9) {
        system();
      } else {
        say(kind > 6 ? Role.ASSISTANT : Role.USER);
      }
    }
    while (!open.isEmpty()) {
      answer(open.remove());
    }
    return List.copyOf(messages);
  }

  private void answer(String call) {
    if (random.nextInt(30) != 0) {
      answered.add(call);
      messages.add(Message.tool(id("!"), call, content(), null));
    }
  }

  private void call() {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      boolean again = !answered.isEmpty() && random.nextInt(6) == 0;
      ids.add(again ? answered.remove() : messages.size() + "." + i);
    }
    open.addAll(ids);
    List<ToolCall> calls =
        ids.stream()
            .map(id -> new ToolCall(id, "t", JsonNodeFactory.instance.objectNode()))
            .toList();
    add("?", Role.ASSISTANT, List.of(new ContentBlock.Text(text())), calls, null);
  }

  private void system() {
    if (!summarised && random.nextInt(3) == 0) {
      summarised = true;
      var by = new MessageMetadata("r", 1, "a");
      messages.add(ConversationSummary.message(messages.size(), text(), by));
    } else {
      add("s", Role.SYSTEM, List.of(new ContentBlock.Text(text())), List.of(), visibility());
    }
  }

  private void say(Role role) {
    List<ContentBlock> content =
        role == Role.USER ? content() : List.of(new ContentBlock.Text(text()));
    add(role == Role.USER ? "u" : "a", role, content, List.of(), visibility());
  }

  private void add(
      String kind,
      Role role,
      List<ContentBlock> content,
      List<ToolCall> calls,
      Visibility visibility) {
    messages.add(new Message(id(kind), role, content, calls, null, visibility, null));
  }

  private String id(String kind) {
    return kind + messages.size();
  }

  private Visibility visibility() {
    return random.nextInt(8) == 0 ? Visibility.INTERNAL : Visibility.EXTERNAL;
  }

  private List<ContentBlock> content() {
    var text = new ContentBlock.Text(text());
    if (random.nextInt(12) != 0) {
      return List.of(text);
    }
    var bytes = new MediaBytes(new byte[random.nextInt(2_000)]);
    return List.of(text, new ImageBlock("image/png", bytes, null, null, null, null, null));
  }

  private String text() {
    int most =
        switch (random.nextInt(20)) {
          case 0 -> 20_000;
          case 1, 2 -> 4_000;
          default -> 200;
        };
    String characters = CHARACTERS.get(random.nextInt(CHARACTERS.size()));
    return characters.repeat(random.nextInt(most) / characters.length());
  }
}
