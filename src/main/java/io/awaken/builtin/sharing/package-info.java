/** The tool with which a model changes the state shared with the client's application. */
package io.awaken.builtin.sharing;
