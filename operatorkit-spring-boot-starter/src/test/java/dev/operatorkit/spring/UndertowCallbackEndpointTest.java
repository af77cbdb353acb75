package dev.operatorkit.spring;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.embedded.undertow.UndertowServletWebServerFactory;
import org.springframework.context.annotation.Bean;

class UndertowCallbackEndpointTest extends CallbackEndpointContract {
    UndertowCallbackEndpointTest() {
        super(UndertowCasino.class, 403);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class UndertowCasino extends Casino {
        @Bean
        UndertowServletWebServerFactory server() {
            return new UndertowServletWebServerFactory();
        }
    }
}
