package dev.millrace.http;

import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpMethod;
import java.util.LinkedHashMap;
import java.util.Map;

/** All addresses, by path and method. */
final class Routes {
  static final String LIVE = "/v1/stats/live";
  static final String DESCRIPTION = "/v1/openapi.json";
  static final String CSRF_TOKEN = "/v1/csrf-token";
  static final String HEALTH = "/health";
  static final String READY = "/ready";
  static final String METRICS = "/metrics";

  /** Calls that only look, each with a second address that can be typed. */
  private static final Map<String, String> LOOKS =
      Map.of(
          "/v1/queues", "ListQueues",
          "/v1/stats", "Stats",
          "/v1/tasks", "Peek",
          "/v1/task", "Get",
          "/v1/policies", "GetPolicies",
          "/v1/stages", "Stages");

  private final Map<String, Map<HttpMethod, Route>> byPath = new LinkedHashMap<>();

  Routes(Site site) {
    for (Rpc rpc : Rpc.all()) {
      add(rpc.path(), HttpMethod.POST, new Route.Call(rpc));
    }
    LOOKS.forEach((path, name) -> add(path, HttpMethod.GET, new Route.Look(Rpc.named(name))));
    add(LIVE, HttpMethod.GET, new Route.Live(Rpc.named("Stats")));
    add(DESCRIPTION, HttpMethod.GET, new Route.Description());
    add(CSRF_TOKEN, HttpMethod.GET, new Route.Csrf());
    add(HEALTH, HttpMethod.GET, new Route.Health());
    add(READY, HttpMethod.GET, new Route.Ready());
    add(METRICS, HttpMethod.GET, new Route.Metrics(Rpc.named("Stages"), Rpc.named("Stats")));
    site.files().forEach((path, file) -> add(path, HttpMethod.GET, new Route.File(file)));
  }

  private void add(String path, HttpMethod method, Route route) {
    byPath.computeIfAbsent(path, _ -> new LinkedHashMap<>()).put(method, route);
  }

  /** What is at a path, by method; empty for nothing. */
  Map<HttpMethod, Route> at(String path) {
    return byPath.getOrDefault(path, Map.of());
  }

  /** Every path with its methods. */
  Map<String, Map<HttpMethod, Route>> all() {
    return byPath;
  }
}
