/** Values without keys: immutable copies, and the length and difference of their JSON. */
package io.awaken.core.state.value;
