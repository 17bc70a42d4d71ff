package io.awaken.protocol.aisdk.routes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.submit.RunRequest;
import io.awaken.http.json.ProtocolJson;
import io.awaken.http.stream.Exchange;
import io.awaken.http.submit.DefaultAgent;
import io.awaken.http.submit.RequestKeys;
import io.awaken.http.submit.RunStreams;
import io.awaken.http.submit.StoredMessages;
import io.awaken.protocol.aisdk.request.ChatFields;
import io.awaken.protocol.aisdk.request.ChatRequest;
import io.awaken.protocol.aisdk.request.ChatRequest.UserMessage;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Handles chat requests: starts runs, records answers, and streams the result. Thread-safe. */
@Dependent
public class Chats {

  private final RunStreams streams;
  private final DefaultAgent agents;
  private final ServerTools tools;
  private final StoredMessages before;
  private final ChatAnswers answers;

  @Inject
  public Chats(
      RunStreams streams,
      DefaultAgent agents,
      ServerTools tools,
      StoredMessages before,
      ChatAnswers answers) {
    this.streams = streams;
    this.agents = agents;
    this.tools = tools;
    this.before = before;
    this.answers = answers;
  }

  /**
   * Handles a request.
   *
   * @param key the request's idempotency key; null for none. Without a key, repeating a message id
   *     returns the run that the message started
   * @throws io.awaken.http.security.RefusedException when the request changes nothing
   */
  void post(ChatRequest request, Caller caller, String key, Exchange exchange) {
    ThreadId thread = thread(request.threadId(), caller);
    switch (request.input()) {
      case ChatRequest.Answered given -> answers.take(given, thread, caller, exchange);
      case ChatRequest.NewMessages input -> {
        List<UserMessage> fresh = without(thread, caller, input.messages());
        begin(request, thread, caller, fresh, null, once(key, thread, fresh), exchange);
      }
      case ChatRequest.Edited edited -> {
        var fresh = List.of(edited.message());
        String from =
            before
                .find(thread, caller, edited.messageId())
                .map(StoredMessages.Found::id)
                .orElse(null);
        // The message keeps the earlier id, so that it can be edited again.
        IdempotencyKey once = from == null ? once(key, thread, fresh) : header(key, thread, fresh);
        begin(request, thread, caller, edition(fresh, from), from, once, exchange);
      }
      case ChatRequest.Regenerate input ->
          again(request, thread, caller, input.message(), key, exchange);
    }
  }

  /**
   * Removes messages that the server already has: a client repeats messages whose answer it never
   * got. The last one stays, because the request is about it.
   */
  private List<UserMessage> without(ThreadId thread, Caller caller, List<UserMessage> messages) {
    UserMessage last = messages.getLast();
    return messages.stream()
        .filter(each -> each == last || before.find(thread, caller, each.id()).isEmpty())
        .toList();
  }

  /** A message that the server lacks, or that nothing followed, is sent as a new one. */
  private void again(
      ChatRequest request,
      ThreadId thread,
      Caller caller,
      UserMessage message,
      String key,
      Exchange exchange) {
    Optional<StoredMessages.Found> found = before.find(thread, caller, message.id());
    String next = found.map(StoredMessages.Found::next).orElse(null);
    String from = next == null ? found.map(StoredMessages.Found::id).orElse(null) : next;
    List<UserMessage> fresh = next == null ? edition(List.of(message), from) : List.of();
    begin(request, thread, caller, fresh, from, header(key, thread, fresh), exchange);
  }

  private void begin(
      ChatRequest request,
      ThreadId thread,
      Caller caller,
      List<UserMessage> fresh,
      String supersedes,
      IdempotencyKey key,
      Exchange exchange) {
    String agent = agents.of(request.agentId(), ChatFields.NAMES);
    List<Message> messages = fresh.stream().map(UserMessage::message).toList();
    RunRequest run =
        new RunRequest(agent, thread, caller, messages)
            .with(request.tools())
            .once(key)
            .superseding(supersedes);
    streams.begin(
        run,
        ChatFields.names(fresh),
        tools.encoding(agent),
        exchange.request(),
        exchange.response());
  }

  /** A message that replaces an earlier one, under the same client id. */
  private static List<UserMessage> edition(List<UserMessage> messages, String of) {
    if (of == null) {
      return messages;
    }
    UserMessage only = messages.getFirst();
    Message next = only.message().withId(ClientMessageIds.nextEdition(of));
    return List.of(new UserMessage(only.index(), only.id(), next, only.parts()));
  }

  private static ThreadId thread(String id, Caller caller) {
    if (id == null) {
      return null;
    }
    Ids.check(ChatFields.NAMES.thread(), id);
    return new ThreadId(caller.tenant(), id);
  }

  /** Derives the key from the request's key, or else from the message id in a conversation. */
  private static IdempotencyKey once(String key, ThreadId thread, List<UserMessage> fresh) {
    UserMessage last = fresh.getLast();
    if (key != null || thread == null || last.id() == null) {
      return header(key, thread, fresh);
    }
    String field = "messages[" + last.index() + "].id";
    return RequestKeys.of(field, scope(thread), ClientMessageIds.stored(last.id()), content(fresh));
  }

  private static IdempotencyKey header(String key, ThreadId thread, List<UserMessage> fresh) {
    return RequestKeys.of(ChatFields.NAMES.key(), scope(thread), key, content(fresh));
  }

  private static String scope(ThreadId thread) {
    return thread == null ? "POST /v1/ai-sdk" : "POST /v1/ai-sdk " + thread.value();
  }

  private static byte[] content(List<UserMessage> fresh) {
    ArrayNode content = JsonNodeFactory.instance.arrayNode();
    fresh.forEach(each -> content.add(ProtocolJson.mapper().valueToTree(each.message().content())));
    return ProtocolJson.bytes(content);
  }
}
