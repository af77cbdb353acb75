package dev.operatorkit.house.wrong;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

public interface ShowsJackson {
    Optional<JsonNode> raw();
}
