package dev.operatorkit.house.wrong.store;

import io.helidon.webserver.WebServer;

public record UsesHelidon(WebServer server) {}
