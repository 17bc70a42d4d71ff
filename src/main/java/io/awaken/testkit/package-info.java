/**
 * For tests of one's own tools and plugins (features row 7): a sink that collects events, and
 * contexts to call tools and hooks with. The model that plays a script is in {@code
 * io.awaken.provider.scripted}. Part of the classes jar, used by nothing of the server.
 */
package io.awaken.testkit;
