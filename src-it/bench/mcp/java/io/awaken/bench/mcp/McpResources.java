package io.awaken.bench.mcp;

import io.awaken.protocol.mcp.McpServlet;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * The MCP server behind a JAX-RS resource that writes to the response itself, to show what Jersey
 * adds to a call: each resource does what the servlet does, with as few of Jersey's features as it
 * allows.
 */
public final class McpResources {

  private McpResources() {}

  /** Switches off what Jersey would look for or do with each request. */
  private static final Map<String, Object> SPARSE =
      Map.of(
          "jersey.config.server.contentLength.buffer", 0,
          "jersey.config.server.jsonFeature", "AwakenJson",
          "jersey.config.server.wadl.disableWadl", true,
          "jersey.config.beanValidation.disable.server", true,
          "jersey.config.disableMoxyJson", true,
          "jersey.config.server.disableAutoDiscovery", true,
          "jersey.config.server.disableMetainfServicesLookup", true);

  /** The checks and the work of the servlet. */
  @Dependent
  public static class Work extends McpServlet {
    private static final long serialVersionUID = 1L;

    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
      service(request, response);
      if (!request.isAsyncStarted()) {
        response.flushBuffer();
      }
    }
  }

  @ApplicationPath("/v1/mcp-as-bean")
  public static class BeanApplication extends Application {
    @Override
    public Set<Class<?>> getClasses() {
      return Set.of(BeanResource.class);
    }

    @Override
    public Map<String, Object> getProperties() {
      return SPARSE;
    }
  }

  /** One for all requests, made by CDI. */
  @Path("/")
  @ApplicationScoped
  public static class BeanResource {
    @Inject Work work;

    @POST
    public void post(@Context HttpServletRequest request, @Context HttpServletResponse response)
        throws IOException {
      work.answer(request, response);
    }
  }

  @ApplicationPath("/v1/mcp-as-object")
  public static class ObjectApplication extends Application {
    @Override
    @SuppressWarnings("deprecation")
    public Set<Object> getSingletons() {
      return Set.of(new ObjectResource());
    }

    @Override
    public Map<String, Object> getProperties() {
      return SPARSE;
    }
  }

  /** One for all requests, not made by CDI. */
  @Path("/")
  public static class ObjectResource {
    private volatile Work work;

    @POST
    public void post(@Context HttpServletRequest request, @Context HttpServletResponse response)
        throws IOException {
      Work here = work;
      if (here == null) {
        here = CDI.current().select(Work.class).get();
        work = here;
      }
      here.answer(request, response);
    }
  }

  static Class<?>[] classes() {
    return new Class<?>[] {
      McpResources.class,
      Work.class,
      BeanApplication.class,
      BeanResource.class,
      ObjectApplication.class,
      ObjectResource.class
    };
  }
}
