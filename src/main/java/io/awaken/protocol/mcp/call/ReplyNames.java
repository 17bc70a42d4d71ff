package io.awaken.protocol.mcp.call;

/**
 * Names of a question's requests in a result, and of their replies in the next call: prefixed with
 * the question's id if several questions are open.
 *
 * @param open the number of open questions of the run
 */
public record ReplyNames(int open) {

  /** The name of a request. */
  public String of(String question, String request) {
    return open == 1 ? request : question + "/" + request;
  }
}
