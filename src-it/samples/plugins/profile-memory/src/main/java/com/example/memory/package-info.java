/** Remembers facts about users, over all of their conversations. */
package com.example.memory;
