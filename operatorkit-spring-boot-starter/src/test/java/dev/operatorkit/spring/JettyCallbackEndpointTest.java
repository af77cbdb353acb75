package dev.operatorkit.spring;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.embedded.jetty.JettyServletWebServerFactory;
import org.springframework.context.annotation.Bean;

class JettyCallbackEndpointTest extends CallbackEndpointContract {
    JettyCallbackEndpointTest() {
        super(JettyCasino.class, 400);
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class JettyCasino extends Casino {
        @Bean
        JettyServletWebServerFactory server() {
            return new JettyServletWebServerFactory();
        }
    }
}
