package io.awaken.core.plugin;

/**
 * A part of a plugin at an extension point.
 *
 * @param plugin the plugin's name
 * @param at the point
 * @param part what is called
 * @param priority smaller comes first; default 0; equal ones in order of registration
 * @param onFailure what follows when it fails; default that of the point
 * @param blocking whether it waits for something and so gets a thread of its own
 */
public record Registered<T>(
    String plugin,
    ExtensionPoint<T> at,
    T part,
    int priority,
    FailurePolicy onFailure,
    boolean blocking) {}
