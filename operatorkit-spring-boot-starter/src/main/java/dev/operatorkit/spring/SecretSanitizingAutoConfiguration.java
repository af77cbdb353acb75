package dev.operatorkit.spring;

import java.util.Locale;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Hides the secret in the actuator's endpoints, even where the application shows other values (SIG-17). */
@AutoConfiguration
@ConditionalOnClass(SanitizingFunction.class)
class SecretSanitizingAutoConfiguration {
    @Bean
    SanitizingFunction operatorKitSecretSanitizer() {
        return data -> isSecret(data.getKey()) ? data.withSanitizedValue() : data;
    }

    /** Returns true for {@code operatorkit.secret}, and that of each operator, as it is written in properties or in the environment. */
    private static boolean isSecret(String key) {
        var letters = key.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        return letters.matches("operatorkit(operators.*)?secret");
    }
}
