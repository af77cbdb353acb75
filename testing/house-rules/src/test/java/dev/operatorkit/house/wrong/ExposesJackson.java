package dev.operatorkit.house.wrong;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

public interface ExposesJackson {
    Optional<JsonNode> raw();
}
