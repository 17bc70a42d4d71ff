package io.awaken.protocol.agui.event;

/**
 * A tool call that the model requests.
 *
 * @param arguments JSON, possibly incomplete
 */
record RequestedCall(String id, String name, StringBuilder arguments) {}
