/**
 * Tests against third-party peers, run by {@code mvn verify -Pinterop}: class names end in {@code
 * Interop}. The peers are packages of npm and PyPI, pinned under {@code src-it/interop}.
 */
package io.awaken.interop;
