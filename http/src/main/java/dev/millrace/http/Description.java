package dev.millrace.http;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Timestamp;
import dev.millrace.api.v1.Problem;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpMethod;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** This interface in the words of OpenAPI 3.1, made from the routes and the proto file. */
final class Description {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  private final Map<String, Descriptor> types = new TreeMap<>();
  private final String text;

  Description(Routes routes) {
    var whole = new JsonObject();
    whole.addProperty("openapi", "3.1.0");
    whole.add("info", info());
    var paths = new JsonObject();
    new TreeMap<>(routes.all())
        .forEach(
            (path, methods) -> {
              if (!isFile(methods)) {
                paths.add(path, operations(path, methods));
              }
            });
    whole.add("paths", paths);
    collect(Problem.getDescriptor());
    var components = new JsonObject();
    components.add("schemas", schemas());
    components.add("securitySchemes", security());
    whole.add("components", components);
    this.text = GSON.toJson(whole);
  }

  /** Files of a page are nothing to call. */
  private static boolean isFile(Map<HttpMethod, Route> methods) {
    return methods.get(HttpMethod.GET) instanceof Route.File;
  }

  String text() {
    return text;
  }

  private static JsonObject info() {
    var info = new JsonObject();
    info.addProperty("title", "Millrace");
    info.addProperty("version", "v1");
    info.addProperty(
        "description",
        "Durable priority queues with leases. docs/http.md explains the mapping, docs/protocol.md"
            + " what every call means. Bytes, such as a PID, are base64 in bodies and"
            + " percent-encoded in addresses; 64-bit numbers in replies are texts.");
    return info;
  }

  private static JsonObject security() {
    var bearer = new JsonObject();
    bearer.addProperty("type", "http");
    bearer.addProperty("scheme", "bearer");
    var schemes = new JsonObject();
    schemes.add("token", bearer);
    return schemes;
  }

  private JsonObject operations(String path, Map<HttpMethod, Route> methods) {
    var operations = new JsonObject();
    methods.forEach(
        (method, route) ->
            operations.add(method.name().toLowerCase(Locale.ROOT), operation(path, route)));
    return operations;
  }

  private JsonObject operation(String path, Route route) {
    var operation = new JsonObject();
    switch (route) {
      case Route.Call(var rpc) -> {
        operation.addProperty("operationId", rpc.name());
        var body = new JsonObject();
        body.addProperty("required", true);
        body.add("content", content(Answer.JSON, reference(rpc.requestType())));
        operation.add("requestBody", body);
        operation.add("responses", responses(Answer.JSON, reference(rpc.replyType())));
      }
      case Route.Look(var rpc) -> {
        operation.addProperty("operationId", "look" + path.replace("/v1/", "-"));
        operation.addProperty("summary", rpc.name() + ", with its request in the address.");
        operation.add("parameters", parameters(rpc.requestType()));
        operation.add("responses", responses(Answer.JSON, reference(rpc.replyType())));
      }
      case Route.Live(var rpc) -> {
        operation.addProperty("operationId", "live-stats");
        operation.addProperty(
            "summary",
            "Server-sent events, one a second: `stats` with a StatsReply, or `problem` with a"
                + " Problem. The longest queues, unless `sort` says otherwise.");
        operation.add("parameters", parameters(rpc.requestType()));
        operation.add("responses", responses(Answer.EVENTS, typed("string")));
      }
      case Route.Health() -> plain(operation, "health", "Answers when the process lives.");
      case Route.Ready() ->
          plain(operation, "ready", "200 when calls should be sent here, else 503 and why.");
      case Route.Metrics _ -> {
        operation.addProperty("operationId", "metrics");
        operation.addProperty(
            "summary", "All metrics, for Prometheus. docs/metrics.md lists them.");
        operation.add("responses", responses("text/plain", typed("string")));
      }
      case Route.Description() -> plain(operation, "description", "This document.");
      case Route.Csrf() ->
          plain(operation, "csrf-token", "What a page sends with its calls: docs/http.md.");
      case Route.File _ -> throw new IllegalStateException("a file is nothing to call: " + path);
    }
    return operation;
  }

  private void plain(JsonObject operation, String id, String summary) {
    operation.addProperty("operationId", id);
    operation.addProperty("summary", summary);
    operation.add("responses", responses(Answer.JSON, typed("object")));
  }

  private static JsonArray parameters(Descriptor request) {
    var parameters = new JsonArray();
    QueryMessage.parameters(request)
        .forEach(
            (name, way) -> {
              var parameter = new JsonObject();
              parameter.addProperty("name", name);
              parameter.addProperty("in", "query");
              boolean isBytes = way.getLast().getType() == FieldDescriptor.Type.BYTES;
              parameter.add("schema", isBytes ? typed("string") : scalar(way.getLast()));
              parameters.add(parameter);
            });
    return parameters;
  }

  private static JsonObject responses(String type, JsonObject schema) {
    var good = new JsonObject();
    good.addProperty("description", "done");
    good.add("content", content(type, schema));
    var bad = new JsonObject();
    bad.addProperty("description", "why not");
    bad.add("content", content(Answer.JSON, pointer(Problem.getDescriptor())));
    var responses = new JsonObject();
    responses.add("200", good);
    responses.add("default", bad);
    return responses;
  }

  private static JsonObject content(String type, JsonObject schema) {
    var media = new JsonObject();
    media.add("schema", schema);
    var content = new JsonObject();
    content.add(type, media);
    return content;
  }

  // ---- Types

  private JsonObject reference(Descriptor type) {
    collect(type);
    return pointer(type);
  }

  private static JsonObject pointer(Descriptor type) {
    var reference = new JsonObject();
    reference.addProperty("$ref", "#/components/schemas/" + type.getName());
    return reference;
  }

  private void collect(Descriptor type) {
    if (!JsonValue.isText(type) && types.putIfAbsent(type.getName(), type) == null) {
      for (FieldDescriptor field : type.getFields()) {
        if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
          collect(field.getMessageType());
        }
      }
    }
  }

  private JsonObject schemas() {
    var schemas = new JsonObject();
    types.forEach(
        (name, type) -> {
          var properties = new JsonObject();
          for (FieldDescriptor field : type.getFields()) {
            properties.add(field.getName(), property(field));
          }
          var schema = typed("object");
          schema.add("properties", properties);
          schema.addProperty("additionalProperties", false);
          schemas.add(name, schema);
        });
    return schemas;
  }

  private static JsonObject property(FieldDescriptor field) {
    boolean isObject =
        field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
            && !JsonValue.isText(field.getMessageType());
    JsonObject one = isObject ? pointer(field.getMessageType()) : scalar(field);
    if (!field.isRepeated()) {
      return one;
    }
    var array = typed("array");
    array.add("items", one);
    return array;
  }

  private static JsonObject scalar(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case BOOLEAN -> typed("boolean");
      case INT -> typed("integer");
      // JavaScript would round it.
      case LONG -> formatted("uint64");
      case FLOAT, DOUBLE -> typed("number");
      case STRING -> typed("string");
      case BYTE_STRING -> {
        var bytes = typed("string");
        bytes.addProperty("contentEncoding", "base64");
        yield bytes;
      }
      case ENUM -> {
        var names = new JsonArray();
        field.getEnumType().getValues().stream()
            .map(EnumValueDescriptor::getName)
            .forEach(names::add);
        var choice = typed("string");
        choice.add("enum", names);
        yield choice;
      }
      case MESSAGE -> time(field.getMessageType());
    };
  }

  private static JsonObject time(Descriptor type) {
    if (type.equals(Timestamp.getDescriptor())) {
      return formatted("date-time");
    }
    if (!type.equals(Duration.getDescriptor())) {
      throw new IllegalArgumentException("not a text: " + type.getFullName());
    }
    var duration = typed("string");
    duration.addProperty("pattern", "^-?[0-9]+(\\.[0-9]{1,9})?s$");
    return duration;
  }

  private static JsonObject formatted(String format) {
    var schema = typed("string");
    schema.addProperty("format", format);
    return schema;
  }

  private static JsonObject typed(String type) {
    var schema = new JsonObject();
    schema.addProperty("type", type);
    return schema;
  }
}
