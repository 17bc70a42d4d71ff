package io.awaken.protocol.mcp.call;

/**
 * Under which names the requests of a question stand in a result, and their replies in the next
 * call: under their own where nothing else is asked, else behind the id of the question.
 *
 * @param open questions of the run
 */
public record ReplyNames(int open) {

  /** The name of a request. */
  public String of(String question, String request) {
    return open == 1 ? request : question + "/" + request;
  }
}
