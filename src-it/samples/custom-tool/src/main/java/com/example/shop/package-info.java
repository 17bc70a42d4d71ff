/** A shop with its own tool, agent and REST routes in a WAR with the Awaken runtime. */
package com.example.shop;
