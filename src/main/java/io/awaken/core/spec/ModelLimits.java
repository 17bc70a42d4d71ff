package io.awaken.core.spec;

/**
 * The limits of a model in tokens.
 *
 * @param contextWindow maximum of a request and its answer together; null when unknown
 * @param maxOutputTokens maximum of an answer; null when unknown
 */
public record ModelLimits(Integer contextWindow, Integer maxOutputTokens) {}
