package io.awaken.bench.core;

/** An agent that calls a tool and then answers, with conversations stored in memory. */
interface Contender extends AutoCloseable {

  /** Prepares a conversation with the given number of messages. */
  void conversation(String id, int messages);

  /** Executes one run in the conversation and returns the answer. */
  String run(String id);

  @Override
  void close();
}
