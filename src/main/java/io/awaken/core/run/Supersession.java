package io.awaken.core.run;

/**
 * What a run took out of its thread's conversation when it began: a message, and everything that
 * was behind it.
 *
 * @param messageId the first message that is superseded
 * @param from its sequence number in the thread
 */
public record Supersession(String messageId, long from) {}
