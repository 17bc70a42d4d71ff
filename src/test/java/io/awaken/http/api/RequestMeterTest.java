package io.awaken.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.http.security.load.RequestGate;
import io.awaken.http.security.load.RequestInside;
import io.awaken.http.security.load.RequestLimits;
import jakarta.servlet.ServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts requests that were released before their answer. */
class RequestMeterTest {

  private static final Consumer<ServletRequest> STAYS = request -> {};

  private final RequestInside request =
      new RequestInside(new RequestGate(new RequestLimits(1, 1, 1)));
  private final List<String> counted = new ArrayList<>();
  private final RequestMeter meter = new RequestMeter();

  static Stream<Arguments> aRequestIsCountedByItsAnswerAndTimedUnlessItWaited() {
    Consumer<ServletRequest> streams = RequestGate::leave;
    Consumer<ServletRequest> waits = RequestGate::leaveToWait;
    return Stream.of(
        Arguments.of(STAYS, 200, true, "200 timed"),
        Arguments.of(STAYS, 204, false, "204 timed"),
        Arguments.of(streams, 204, false, "200 untimed"),
        Arguments.of(streams, 500, true, "500 timed"),
        Arguments.of(waits, 200, true, "200 untimed"),
        Arguments.of(waits, 204, false, "204 untimed"),
        Arguments.of(waits, 409, true, "409 untimed"));
  }

  @ParameterizedTest
  @MethodSource
  void aRequestIsCountedByItsAnswerAndTimedUnlessItWaited(
      Consumer<ServletRequest> leaving, int status, boolean entity, String expected) {
    meter.figures =
        () ->
            (route, method, answered, untimed) ->
                counted.add(answered + (untimed ? " untimed" : " timed"));
    meter.filter(asked());
    leaving.accept(request.request());

    meter.filter(asked(), answered(status, entity));

    assertThat(counted).containsExactly(expected);
  }

  private ContainerRequestContext asked() {
    Map<String, Object> properties = request.attributes();
    return answering(
        ContainerRequestContext.class,
        Map.of(
            "getMethod",
            args -> "DELETE",
            "getProperty",
            args -> properties.get((String) args[0]),
            "setProperty",
            args -> properties.put((String) args[0], args[1]),
            "removeProperty",
            args -> properties.remove((String) args[0])));
  }

  private static ContainerResponseContext answered(int status, boolean entity) {
    return answering(
        ContainerResponseContext.class,
        Map.of("getStatus", args -> status, "hasEntity", args -> entity));
  }

  private static <T> T answering(Class<T> type, Map<String, Function<Object[], Object>> answers) {
    Object proxy =
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, args) -> {
              Object answer = answers.get(method.getName()).apply(args);
              return method.getReturnType() == void.class ? null : answer;
            });
    return type.cast(proxy);
  }
}
