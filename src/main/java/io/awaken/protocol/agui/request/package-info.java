/**
 * What an AG-UI client asks for: the body of a run, checked and taken apart. Of the history that a
 * client sends only what is new is read (features row 239, attack S40).
 */
package io.awaken.protocol.agui.request;
