package io.awaken.http.api;

import java.util.List;

/**
 * The body of {@code POST /v1/runs/{id}/inputs} (features section 3.2).
 *
 * @param mode what happens when a run keeps the thread; {@code steer} unless told
 * @param messages what the user says, 1 to 200
 */
record SendInputs(String mode, List<InputMessage> messages) {}
