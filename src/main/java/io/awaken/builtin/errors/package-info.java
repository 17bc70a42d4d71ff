/**
 * What failures look like: an envelope of one form for the model, and a text for people where an
 * error has none. What is a failure is decided elsewhere.
 */
package io.awaken.builtin.errors;
