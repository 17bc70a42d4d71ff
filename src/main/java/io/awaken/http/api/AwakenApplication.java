package io.awaken.http.api;

import io.awaken.http.security.AuthenticationFilter;
import io.awaken.http.security.BodyLimitFilter;
import io.awaken.http.security.RequestLimitFilter;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.auth.LoginConfig;

/**
 * The native API. Its classes are listed, so that nothing of the archive it is deployed with mixes
 * in; an application beside it lists its own.
 *
 * <p>The annotation asks the server to check JSON Web Tokens; {@link JwtLogin} says what becomes of
 * it.
 */
@ApplicationPath("/v1")
@LoginConfig(authMethod = "MP-JWT")
public class AwakenApplication extends Application {

  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(
        ThreadsResource.class,
        ThreadSummariesResource.class,
        ThreadResource.class,
        ThreadMessagesResource.class,
        RunsResource.class,
        RunEventsResource.class,
        RunSummaryResource.class,
        RunWaitResource.class,
        RunInputsResource.class,
        ThreadEventsResource.class,
        RunDecisionResource.class,
        MailboxResource.class,
        SystemResource.class,
        ThreadDecisionResource.class,
        ThreadRunsResource.class,
        ThreadMailboxResource.class,
        ThreadSuspensionsResource.class,
        ThreadInterruptResource.class,
        ThreadCancelResource.class,
        SuspensionsResource.class,
        AgentsResource.class,
        JsonBodyReader.class,
        JsonBodyWriter.class,
        RequestMeter.class,
        MatchedRoute.class,
        RequestLimitFilter.class,
        AuthenticationFilter.class,
        BodyLimitFilter.class,
        RefusedMapper.class,
        WebApplicationMapper.class,
        ThrowableMapper.class);
  }

  @Override
  public Map<String, Object> getProperties() {
    return Map.of(
        // Without it one server keeps what was written until the response ends.
        "jersey.config.server.contentLength.buffer",
        0,
        // Its own JSON provider stands level with ours, and either may win: it is not registered
        // when another name stands here.
        "jersey.config.server.jsonFeature",
        "AwakenJson",
        // An unknown OPTIONS request would be answered with a description of the routes.
        "jersey.config.server.wadl.disableWadl",
        true);
  }
}
