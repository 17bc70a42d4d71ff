package com.example.steering;

import io.awaken.http.api.error.RefusedMapper;
import io.awaken.http.security.AuthenticationFilter;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/**
 * The desk's route. The classes are listed, so that the server does not scan; the runtime's filter
 * and what answers its refusals are among them, so that the route knows its callers as the runtime
 * does.
 */
@ApplicationPath("/desk")
public class DeskApplication extends Application {

  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(DeskResource.class, AuthenticationFilter.class, RefusedMapper.class);
  }
}
