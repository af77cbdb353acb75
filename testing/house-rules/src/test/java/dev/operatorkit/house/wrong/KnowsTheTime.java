package dev.operatorkit.house.wrong;

import java.time.Instant;

public class KnowsTheTime {
    Instant now() {
        return Instant.now();
    }
}
