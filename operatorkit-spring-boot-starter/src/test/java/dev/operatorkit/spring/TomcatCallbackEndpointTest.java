package dev.operatorkit.spring;

class TomcatCallbackEndpointTest extends CallbackEndpointContract {
    TomcatCallbackEndpointTest() {
        super(Casino.class, 400);
    }
}
