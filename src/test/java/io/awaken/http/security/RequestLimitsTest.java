package io.awaken.http.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Failures;
import io.awaken.fixture.Rows;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(228)
class RequestLimitsTest {

  @Test
  void the_excess_request_is_refused_at_once_and_told_when_to_come_again() {
    var gate = new RequestGate(new RequestLimits(2, 10, 3));
    gate.enter();
    var second = gate.enter();

    assertThatThrownBy(gate::enter)
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> {
              assertThat(e.refusal().status()).isEqualTo(503);
              assertThat(e.refusal().retryAfter()).isEqualTo(3);
            });
    assertThat(gate.inside()).isEqualTo(2);

    second.leave();
    second.leave();
    assertThat(gate.inside()).isOne();
    assertThat(gate.enter()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "11,,413",
    "99999999999999999999999,,413",
    "10,,",
    "0,,",
    ",,",
    "abc,,",
    "5,gzip,415",
    "5,identity,"
  })
  @Failures("F37")
  void a_body_is_judged_by_its_headers_before_it_is_read(
      String length, String encoding, Integer status) {
    if (status == null) {
      BodyLimitFilter.check(length, encoding, 10);
    } else {
      assertThatThrownBy(() -> BodyLimitFilter.check(length, encoding, 10))
          .isInstanceOfSatisfying(
              RefusedException.class, e -> assertThat(e.refusal().status()).isEqualTo(status));
    }
  }

  @Test
  @Failures("F37")
  void a_body_without_a_length_breaks_off_at_the_first_byte_too_many() throws IOException {
    var exact = new LimitedBody(new ByteArrayInputStream(new byte[10]), 10);
    assertThat(exact.readAllBytes()).hasSize(10);

    var one = new LimitedBody(new ByteArrayInputStream(new byte[11]), 10);
    assertThatThrownBy(one::readAllBytes).isInstanceOf(BodyTooLarge.class);
  }
}
