package io.awaken.core.decision;

import java.util.List;
import java.util.Optional;

/**
 * A row of a table: what a command does in a state. A pair without a row does nothing.
 *
 * @param <S> the states
 * @param <C> what names a command
 * @param <R> the rule
 */
public record Row<S, C, R>(S state, C command, R rule) {

  static <S, C, R> Optional<R> find(List<Row<S, C, R>> rows, S state, C command) {
    return rows.stream()
        .filter(row -> row.state().equals(state) && row.command().equals(command))
        .map(Row::rule)
        .findFirst();
  }
}
