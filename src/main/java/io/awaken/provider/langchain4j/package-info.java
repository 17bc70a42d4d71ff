/**
 * LangChain4j models as providers: {@link io.awaken.provider.langchain4j.LangChain4jModel} calls
 * one, {@link io.awaken.provider.langchain4j.LangChain4jAdapter} finds it for a provider's
 * document. LangChain4j is an optional dependency that the archive does not contain, so no other
 * package refers to its classes.
 */
package io.awaken.provider.langchain4j;
