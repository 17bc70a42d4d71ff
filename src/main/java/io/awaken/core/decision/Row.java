package io.awaken.core.decision;

import java.util.List;
import java.util.Optional;

/**
 * A row of a decision table: the rule for a command in a state. A pair without a row does nothing.
 *
 * @param <S> the states
 * @param <C> the names of commands
 * @param <R> the rules
 */
public record Row<S, C, R>(S state, C command, R rule) {

  static <S, C, R> Optional<R> find(List<Row<S, C, R>> rows, S state, C command) {
    return rows.stream()
        .filter(row -> row.state().equals(state) && row.command().equals(command))
        .map(Row::rule)
        .findFirst();
  }
}
