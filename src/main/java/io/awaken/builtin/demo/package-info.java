/**
 * The tools of a server without configured ones: weather made up from a city's name, arithmetic and
 * the time. None needs a network. They use only the public tool port and serve as examples.
 */
package io.awaken.builtin.demo;
