package io.awaken.protocol.aisdk.routes;

import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.Refusal;
import io.awaken.protocol.aisdk.request.ChatRequest;
import io.awaken.protocol.aisdk.request.ChatRequests;
import java.io.IOException;
import java.io.InputStream;

/** Parses chat requests together with the ids in their path. Stateless. */
final class ChatBody {

  private ChatBody() {}

  static ChatRequest read(InputStream body) throws IOException {
    return ChatRequests.read(ProtocolJson.object(body));
  }

  /** Uses the thread in the path: a client may generate a chat id of its own. */
  static ChatRequest inThread(InputStream body, String thread) throws IOException {
    ChatRequest read = read(body);
    return new ChatRequest(thread, read.agentId(), read.input(), read.tools());
  }

  /** Uses the agent in the path. */
  static ChatRequest ofAgent(InputStream body, String agent) throws IOException {
    ChatRequest read = read(body);
    if (read.agentId() != null && !read.agentId().equals(agent)) {
      throw Refusal.invalid("agentId", "agentId must be that of the path").exception();
    }
    return new ChatRequest(read.threadId(), agent, read.input(), read.tools());
  }
}
