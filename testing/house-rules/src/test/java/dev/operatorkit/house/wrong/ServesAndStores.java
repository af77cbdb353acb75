package dev.operatorkit.house.wrong;

import io.helidon.webserver.WebServer;
import okhttp3.OkHttpClient;
import org.jooq.DSLContext;

public record ServesAndStores(WebServer server, DSLContext database, OkHttpClient caller) {}
