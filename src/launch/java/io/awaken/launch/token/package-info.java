/** The command that creates tokens. Uses the classes of the server that read the token file. */
package io.awaken.launch.token;
