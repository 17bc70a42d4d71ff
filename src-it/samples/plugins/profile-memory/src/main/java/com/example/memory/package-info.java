/** Remembers facts about users across all their conversations. */
package com.example.memory;
