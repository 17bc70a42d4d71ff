/** The presentation of failures: one envelope for the model, and a default text for people. */
package io.awaken.builtin.errors;
