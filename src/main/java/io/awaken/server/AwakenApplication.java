package io.awaken.server;

import io.awaken.http.api.AgentsResource;
import io.awaken.http.api.HeadFilter;
import io.awaken.http.api.LocationFilter;
import io.awaken.http.api.MatchedRoute;
import io.awaken.http.api.ProvidersResource;
import io.awaken.http.api.QueryFilter;
import io.awaken.http.api.RequestMeter;
import io.awaken.http.api.SystemResource;
import io.awaken.http.api.ToolServersResource;
import io.awaken.http.api.error.RefusedMapper;
import io.awaken.http.api.error.ThrowableMapper;
import io.awaken.http.api.error.WebApplicationMapper;
import io.awaken.http.api.event.RunEventsResource;
import io.awaken.http.api.event.ThreadEventsResource;
import io.awaken.http.api.mailbox.MailboxResource;
import io.awaken.http.api.mailbox.ThreadMailboxResource;
import io.awaken.http.api.run.RunsResource;
import io.awaken.http.api.run.ThreadRunsResource;
import io.awaken.http.api.suspension.SuspensionsResource;
import io.awaken.http.api.suspension.ThreadSuspensionsResource;
import io.awaken.http.api.thread.ThreadMediaResource;
import io.awaken.http.api.thread.ThreadSummariesResource;
import io.awaken.http.api.thread.ThreadsResource;
import io.awaken.http.api.webhook.AnswersResource;
import io.awaken.http.api.webhook.DeliveriesResource;
import io.awaken.http.json.NativeJsonBodies;
import io.awaken.http.security.AuthenticationFilter;
import io.awaken.http.security.load.BodyLimitFilter;
import io.awaken.http.security.load.RequestLimitFilter;
import io.awaken.protocol.a2a.A2aResource;
import io.awaken.protocol.agui.AguiResource;
import io.awaken.protocol.aisdk.routes.ChatResource;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.auth.LoginConfig;

/**
 * The native API and the front-end protocols. Classes are listed, so that other classes of the
 * archive are not scanned; an application beside this one lists its own.
 *
 * <p>The annotation makes the server check JSON Web Tokens; see {@link JwtLogin}.
 */
@ApplicationPath("/v1")
@LoginConfig(authMethod = "MP-JWT")
public class AwakenApplication extends Application {

  private static final Set<Class<?>> NATIVE =
      Set.of(
          ThreadsResource.class,
          ThreadSummariesResource.class,
          ThreadMediaResource.class,
          RunsResource.class,
          RunEventsResource.class,
          ThreadEventsResource.class,
          MailboxResource.class,
          SystemResource.class,
          ThreadRunsResource.class,
          ThreadMailboxResource.class,
          ThreadSuspensionsResource.class,
          SuspensionsResource.class,
          AnswersResource.class,
          DeliveriesResource.class,
          AgentsResource.class,
          ProvidersResource.class,
          ToolServersResource.class,
          NativeJsonBodies.class,
          RequestMeter.class,
          MatchedRoute.class,
          HeadFilter.class,
          LocationFilter.class,
          QueryFilter.class,
          RequestLimitFilter.class,
          AuthenticationFilter.class,
          BodyLimitFilter.class,
          RefusedMapper.class,
          WebApplicationMapper.class,
          ThrowableMapper.class);

  @Override
  public Set<Class<?>> getClasses() {
    var all = new HashSet<Class<?>>(NATIVE);
    all.add(ChatResource.class);
    all.add(AguiResource.class);
    all.add(A2aResource.class);
    return all;
  }

  @Override
  public Map<String, Object> getProperties() {
    return Map.of(
        // Otherwise one server buffers the stream until the response ends.
        "jersey.config.server.contentLength.buffer",
        0,
        // Jersey's own JSON provider has the same priority as ours, and either may win; another
        // name here keeps it from being registered.
        "jersey.config.server.jsonFeature",
        "AwakenJson",
        // Otherwise OPTIONS requests would be answered with a description of the routes.
        "jersey.config.server.wadl.disableWadl",
        true);
  }
}
