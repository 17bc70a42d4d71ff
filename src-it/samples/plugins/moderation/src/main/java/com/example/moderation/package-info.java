/**
 * Lets a model judge what another one wants to publish, and a person where that one is in doubt.
 */
package com.example.moderation;
