/** Lets a model judge what another model wants to publish, and a person decide in case of doubt. */
package com.example.moderation;
