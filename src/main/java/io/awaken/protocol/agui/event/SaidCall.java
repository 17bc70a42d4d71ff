package io.awaken.protocol.agui.event;

/**
 * A tool call as the model asks for it.
 *
 * @param arguments JSON as far as it has come
 */
record SaidCall(String id, String name, StringBuilder arguments) {}
