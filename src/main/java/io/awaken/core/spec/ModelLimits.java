package io.awaken.core.spec;

/**
 * What a model can take at the most, in its tokens.
 *
 * @param contextWindow of a request and its answer together; null when it is not known
 * @param maxOutputTokens of an answer; null when it is not known
 */
public record ModelLimits(Integer contextWindow, Integer maxOutputTokens) {}
