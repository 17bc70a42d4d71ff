package io.awaken.protocol.agui.event;

/**
 * A tool call that the model requests.
 *
 * @param arguments JSON, possibly incomplete
 */
record SaidCall(String id, String name, StringBuilder arguments) {}
