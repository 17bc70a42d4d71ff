package io.awaken.http.api;

import com.fasterxml.jackson.annotation.JsonAlias;
import java.util.List;

/**
 * The body of {@code POST /v1/threads/{id}/messages} (features section 3.1).
 *
 * @param agentId the agent; the one that was asked last unless told; also read as {@code agentId}
 * @param mode what happens when another run keeps the thread; {@code interrupt} unless told
 * @param messages what the user says, 1 to 200
 */
record SendMessages(
    @JsonAlias("agentId") String agentId, String mode, List<InputMessage> messages) {}
