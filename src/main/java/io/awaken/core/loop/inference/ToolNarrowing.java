package io.awaken.core.loop.inference;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.StepControls;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.ToolOffer;
import io.awaken.core.message.Message;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.Registered;
import io.awaken.core.plugin.hook.ToolFilter;
import io.awaken.core.tool.ToolDescriptor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Selects the tools offered to the model (features rows 83, 87-88; composition as in clark-agent):
 * first the exclusions and inclusions of actions, then the filters. Allow-lists intersect; advice
 * below the rank of the strongest suppressor is dropped; if no tool is left all advice is dropped,
 * and if that does not help the strongest filter wins. Stateless.
 */
final class ToolNarrowing {

  /** The opinion of a filter and its declaration, read once because the filter may fail. */
  private record Opinion(
      Registered<ToolFilter> filter,
      Set<String> allowed,
      boolean advisory,
      int rank,
      boolean suppresses) {

    static Opinion of(Registered<ToolFilter> filter, ToolFilter part, ToolFilter.Context context)
        throws Exception {
      Optional<Set<String>> allowed = part.allow(context);
      if (allowed == null || allowed.isEmpty()) {
        return null;
      }
      boolean advisory = part.strength() == ToolFilter.Strength.ADVISORY;
      return new Opinion(
          filter, Set.copyOf(allowed.get()), advisory, part.rank(), part.suppressesAdvisory());
    }
  }

  private static final Comparator<Opinion> STRONGEST_FIRST =
      Comparator.comparing(Opinion::advisory)
          .thenComparing(Comparator.comparingInt(Opinion::rank).reversed())
          .thenComparingInt(opinion -> opinion.allowed().size())
          .thenComparing(opinion -> opinion.filter().plugin());

  private final PartCaller caller;

  ToolNarrowing(PartCaller caller) {
    this.caller = caller;
  }

  ToolOffer offer(Activation run, List<Message> messages) {
    List<ToolDescriptor> all = run.agent().descriptors();
    StepControls controls = run.value(RuntimeKeys.STEP_CONTROLS).of(run.step());
    List<Registered<ToolFilter>> filters = run.parts(ExtensionPoint.TOOL_FILTER);
    if (filters.isEmpty() && controls.included() == null && controls.excluded().isEmpty()) {
      return ToolOffer.all(all);
    }
    List<ToolDescriptor> admitted =
        all.stream().filter(tool -> controls.admits(tool.id())).toList();
    List<Opinion> opinions = opinions(run, filters, messages, admitted);
    if (opinions.isEmpty()) {
      return new ToolOffer(admitted, Map.of(), admitted.size() == all.size());
    }
    Set<String> left = intersection(run, admitted, opinions);
    return new ToolOffer(
        admitted.stream().filter(tool -> left.contains(tool.id())).toList(),
        denials(all, left, opinions),
        false);
  }

  private List<Opinion> opinions(
      Activation run,
      List<Registered<ToolFilter>> filters,
      List<Message> messages,
      List<ToolDescriptor> admitted) {
    var context =
        new ToolFilter.Context(
            run.hook(), messages, admitted.stream().map(ToolDescriptor::id).toList());
    var opinions = new ArrayList<Opinion>();
    for (Registered<ToolFilter> filter : filters) {
      Opinion opinion =
          caller.call(filter, run.cancellation(), part -> Opinion.of(filter, part, context));
      if (opinion != null) {
        opinions.add(opinion);
      }
    }
    int suppressor =
        opinions.stream()
            .filter(Opinion::suppresses)
            .mapToInt(Opinion::rank)
            .max()
            .orElse(Integer.MIN_VALUE);
    opinions.removeIf(opinion -> opinion.advisory() && opinion.rank() < suppressor);
    return opinions;
  }

  private static Set<String> intersection(
      Activation run, List<ToolDescriptor> admitted, List<Opinion> opinions) {
    Set<String> ids = new HashSet<>();
    admitted.forEach(tool -> ids.add(tool.id()));
    Set<String> left = common(ids, opinions);
    if (!left.isEmpty()) {
      return left;
    }
    Optional<Opinion> winner =
        opinions.stream()
            .filter(opinion -> opinion.allowed().stream().anyMatch(ids::contains))
            .min(STRONGEST_FIRST);
    List<String> names = opinions.stream().map(opinion -> opinion.filter().plugin()).toList();
    run.events()
        .emit(
            new AgentEvent.ToolFilterConflict(
                names, winner.map(opinion -> opinion.filter().plugin()).orElse(null)));
    Set<String> required = common(ids, opinions.stream().filter(one -> !one.advisory()).toList());
    if (winner.isPresent() && !winner.get().advisory() && !required.isEmpty()) {
      return required;
    }
    // Filters that would hide every tool are all dropped: an empty tool list is no security
    // boundary.
    return winner
        .map(
            opinion -> {
              Set<String> allowed = new HashSet<>(opinion.allowed());
              allowed.retainAll(ids);
              return allowed;
            })
        .orElse(ids);
  }

  private static Set<String> common(Set<String> ids, List<Opinion> opinions) {
    Set<String> left = new HashSet<>(ids);
    opinions.forEach(opinion -> left.retainAll(opinion.allowed()));
    return left;
  }

  /** Reasons for hidden tools, each from the strongest filter that gives one. */
  private Map<String, String> denials(
      List<ToolDescriptor> all, Set<String> left, List<Opinion> opinions) {
    var reasons = new HashMap<String, String>();
    List<Opinion> strongestFirst = opinions.stream().sorted(STRONGEST_FIRST).toList();
    for (ToolDescriptor tool : all) {
      if (!left.contains(tool.id())) {
        strongestFirst.stream()
            .filter(opinion -> !opinion.allowed().contains(tool.id()))
            .flatMap(opinion -> reason(opinion, tool.id()).stream())
            .findFirst()
            .ifPresent(reason -> reasons.put(tool.id(), reason));
      }
    }
    return reasons;
  }

  private Optional<String> reason(Opinion opinion, String toolId) {
    Optional<String> reason = caller.call(opinion.filter(), part -> part.denialReason(toolId));
    return reason == null ? Optional.empty() : reason;
  }
}
