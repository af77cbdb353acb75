package dev.operatorkit.house.wrong;

import java.time.Instant;

public class ReadsSystemClock {
    Instant now() {
        return Instant.now();
    }
}
