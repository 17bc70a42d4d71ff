package io.awaken.core.loop;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * What was said on a thread before an activation.
 *
 * @param stored everything that the thread holds; the ids of its calls are never given again, also
 *     of those that nobody answered
 * @param history what the model reads of it
 */
record Said(List<Message> stored, List<Message> history) {}
