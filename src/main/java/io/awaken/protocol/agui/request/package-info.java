/**
 * Parses and checks the run requests of AG-UI clients. Of the history that a client sends, only new
 * messages are read (features row 239, attack S40).
 */
package io.awaken.protocol.agui.request;
