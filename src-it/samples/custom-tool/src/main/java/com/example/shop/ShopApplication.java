package com.example.shop;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/**
 * The shop's own routes. The classes are listed, so that the server does not scan: a scan would
 * find the runtime's routes in its jar and serve them here as well.
 */
@ApplicationPath("/shop")
public class ShopApplication extends Application {

  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(OrdersResource.class);
  }
}
