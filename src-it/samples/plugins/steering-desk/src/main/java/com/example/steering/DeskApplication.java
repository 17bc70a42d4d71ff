package com.example.steering;

import io.awaken.http.api.error.RefusedMapper;
import io.awaken.http.security.AuthenticationFilter;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/**
 * The desk's route. Classes are listed, so that the server does not scan. The runtime's filter and
 * the mapper of its refusals authenticate callers of the route as in the runtime.
 */
@ApplicationPath("/desk")
public class DeskApplication extends Application {

  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(DeskResource.class, AuthenticationFilter.class, RefusedMapper.class);
  }
}
