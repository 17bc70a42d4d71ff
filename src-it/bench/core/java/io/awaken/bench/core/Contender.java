package io.awaken.bench.core;

/** An agent that asks a tool and then answers, in conversations that it keeps in memory. */
interface Contender extends AutoCloseable {

  /** Prepares a conversation of this many messages. */
  void conversation(String id, int messages);

  /** One run in it; gives the answer. */
  String run(String id);

  @Override
  void close();
}
