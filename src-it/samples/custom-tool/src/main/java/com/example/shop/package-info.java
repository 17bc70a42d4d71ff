/** A shop that brings its own tool, agent and REST routes into a WAR with the Awaken runtime. */
package com.example.shop;
