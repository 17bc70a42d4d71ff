package io.awaken.server;

import io.awaken.http.front.FrontFilter;
import io.awaken.http.front.WaitFilter;
import io.awaken.http.oauth.ContainerChallenge;
import io.awaken.http.oauth.MetadataServlet;
import io.awaken.http.oauth.ProtectedResource;
import io.awaken.http.page.PageFiles;
import io.awaken.http.page.PageServlet;
import io.awaken.http.security.load.RequestFigures;
import io.awaken.http.security.load.RequestGate;
import io.awaken.http.stream.StreamThreads;
import io.awaken.protocol.a2a.AgentCardFilter;
import io.awaken.protocol.a2a.AgentCards;
import io.awaken.protocol.mcp.McpServlet;
import io.awaken.server.login.LoginMechanisms;
import io.awaken.server.login.RealmOfWildFly;
import io.awaken.server.settings.HttpSetting;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import jakarta.ws.rs.ApplicationPath;
import java.lang.management.ManagementFactory;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Puts the filters in front of the application, starts claiming last and drains first: on both
 * servers only this hook still has transactions and open streams.
 */
@WebListener
public class RuntimeLifecycle implements ServletContextListener {

  /** An alternative path of the MCP server, which is below the API. */
  private static final String MCP = "/" + McpServlet.PATH;

  private static final String API =
      AwakenApplication.class.getAnnotation(ApplicationPath.class).value();

  private static final Set<String> MCP_SERVER = Set.of(MCP, API + MCP, API + MCP + "/");

  /** The paths of the servlets that serve the API. */
  private static final Set<String> API_SERVLETS =
      Stream.concat(Stream.of(API), MCP_SERVER.stream()).collect(Collectors.toUnmodifiableSet());

  @Inject private RuntimeHost host;
  @Inject private BeanManager beans;
  @Inject private RequestFigures figures;
  @Inject private RequestGate gate;
  @Inject private ProtectedResource mcp;
  @Inject private StreamThreads threads;
  @Inject private Instance<RequestContextController> contexts;

  private MalformedRequests malformed;
  private UnreadableRequestLog unreadable;

  private final ShutdownSteps shutdown =
      new ShutdownSteps()
          .then(
              "refuse requests that wait for a place",
              "the server cuts their connections",
              () -> gate.close())
          .then("drain the node", "its runs continue elsewhere in time", () -> host.drain())
          .thenClose(
              "remove the probe of malformed requests",
              "classes of this application stay in memory",
              () -> malformed)
          .thenClose(
              "stop filtering the log of the server",
              "classes of this application stay in memory",
              () -> unreadable);

  @Override
  public void contextInitialized(ServletContextEvent event) {
    // Payara checks only declared roles.
    event.getServletContext().declareRoles(host.callers().roles().toArray(String[]::new));
    LoginMechanisms.find(event.getServletContext(), beans)
        .ifPresent(host.anonymous()::authenticatesBy);
    if (RealmOfWildFly.isServerOf(RuntimeLifecycle.class)) {
      host.anonymous()
          .askForRealms(
              new RealmOfWildFly(ManagementFactory.getPlatformMBeanServer(), System::nanoTime));
    }
    host.anonymous().logPolicy();
    filter(event.getServletContext());
    PageFiles.of(event.getServletContext())
        .ifPresent(files -> page(event.getServletContext(), files));
    metadata(event.getServletContext(), mcp);
    malformed = MalformedRequests.watch(event.getServletContext());
    unreadable = UnreadableRequestLog.watch(System::nanoTime);
    host.start();
  }

  /** Registered in code, since annotations define no order: one must be first and one last. */
  private void filter(ServletContext application) {
    registered(application, new FrontFilter(host.browsers(), figures, API_SERVLETS))
        .addMappingForUrlPatterns(
            EnumSet.of(DispatcherType.REQUEST, DispatcherType.ERROR), false, "/*");
    registered(application, new ContainerChallenge(mcp))
        .addMappingForUrlPatterns(EnumSet.of(DispatcherType.ERROR), true, "/*");
    var wait =
        new WaitFilter(gate, host.settings().duration(HttpSetting.MAX_WAIT), threads, contexts);
    registered(application, wait)
        .addMappingForUrlPatterns(
            EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), true, API + "/*", MCP);
    var server = application.addServlet(McpServlet.class.getName(), McpServlet.class);
    server.setAsyncSupported(true);
    server.addMapping(MCP_SERVER.toArray(String[]::new));
    var agentCards = application.addFilter(AgentCardFilter.class.getName(), AgentCardFilter.class);
    agentCards.setAsyncSupported(true);
    agentCards.addMappingForUrlPatterns(
        EnumSet.of(DispatcherType.REQUEST), true, AgentCards.PATH, AgentCards.INTERFACE + "/*");
  }

  /** Without an issuer there are no such routes. */
  private static void metadata(ServletContext application, ProtectedResource resource) {
    if (resource.described()) {
      application
          .addServlet(MetadataServlet.class.getName(), new MetadataServlet(resource))
          .addMapping(resource.metadataPaths().toArray(String[]::new));
    }
  }

  private static void page(ServletContext application, PageFiles files) {
    var servlet = new PageServlet(files);
    application.addServlet(PageServlet.class.getName(), servlet).addMapping(PageServlet.patterns());
  }

  private static FilterRegistration.Dynamic registered(ServletContext application, Filter filter) {
    var registration = application.addFilter(filter.getClass().getName(), filter);
    registration.setAsyncSupported(true);
    return registration;
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    shutdown.run();
  }
}
