/**
 * Models of LangChain4j as providers: {@link io.awaken.provider.langchain4j.LangChain4jModel} asks
 * one, {@link io.awaken.provider.langchain4j.LangChain4jAdapter} finds it for a provider's
 * document. LangChain4j is an optional dependency that the archive does not contain, so nothing
 * outside of this package refers to its classes, and of this package only what is used when it is
 * there.
 */
package io.awaken.provider.langchain4j;
