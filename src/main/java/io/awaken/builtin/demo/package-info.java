/**
 * The tools of a server without configured ones: weather made up from a city's name, arithmetic and
 * the time. None needs a network. They stand on the public tool port only and serve as examples of
 * it.
 */
package io.awaken.builtin.demo;
