package dev.operatorkit.spring;

import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.testkit.HttpAdapterContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.support.GenericApplicationContext;

/** Serves callbacks below a context path of an application whose filters would spoil or deny each of them. */
class CallbackContractTest extends HttpAdapterContract {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @SuppressWarnings("NullAway.Init") // set by start
    private Application casino;

    @Override
    protected String prefix() {
        return "/casino/wallet";
    }

    @Override
    protected int start(WalletCallbacks callbacks) {
        var application = new SpringApplication(Casino.class);
        application.addInitializers(
                context -> ((GenericApplicationContext) context).registerBean(WalletCallbacks.class, () -> callbacks));
        casino = new Application(application.run(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--server.tomcat.basedir=" + folder,
                "--server.servlet.context-path=/casino",
                "--spring.mvc.servlet.path=/mvc",
                "--server.forward-headers-strategy=native"));
        return casino.port();
    }

    @Override
    protected void stop() {
        casino.close();
    }
}
