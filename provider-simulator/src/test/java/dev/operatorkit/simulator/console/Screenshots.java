package dev.operatorkit.simulator.console;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.awt.Color;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Makes the pictures of the documentation: each page by day and by night, wide and narrow, in one picture. */
@ExtendWith(Browser.class)
class Screenshots {
    private static final int HEIGHT = 400;
    private static final int GAP = 12;
    private static final float QUALITY = 0.62f;

    @Test
    void of_every_page() throws Exception {
        var folder = Files.createDirectories(Path.of(System.getProperty("screenshots", "target/screenshots")));
        var whole = Files.createDirectories(Path.of("target/screenshots-whole"));
        try (var visit = Visit.begin()) {
            for (var entry : Stock.fill(visit).entrySet()) {
                if (entry.getKey().equals("load")) {
                    RunsTest.play(visit, 4_000);
                } else if (entry.getKey().equals("conformance")) {
                    RunsTest.certify(visit, "*");
                } else {
                    visit.openWhateverItAnswers(entry.getValue());
                }
                take(visit.page, folder.resolve(entry.getKey() + ".jpg"), whole.resolve(entry.getKey()));
            }
        }
    }

    private static void take(Page page, Path file, Path whole) throws IOException {
        var shots = new ArrayList<BufferedImage>();
        for (var width : List.of(1440, 360)) {
            for (var theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                page.setViewportSize(width, 900);
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
                page.evaluate("scrollTo(0, 0)");
                shots.add(ImageIO.read(new ByteArrayInputStream(page.screenshot())));
                page.screenshot(new Page.ScreenshotOptions()
                        .setFullPage(true)
                        .setPath(Path.of(
                                whole + "-" + width + "-" + theme.name().toLowerCase(java.util.Locale.ROOT) + ".png")));
            }
        }
        write(beside(shots), file);
    }

    private static BufferedImage beside(List<BufferedImage> shots) {
        var width = shots.stream().mapToInt(Screenshots::scaledWidth).sum() + GAP * (shots.size() - 1);
        var all = new BufferedImage(width, HEIGHT, BufferedImage.TYPE_INT_RGB);
        var graphics = all.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
        graphics.setColor(new Color(0x8a93a3));
        graphics.fillRect(0, 0, width, HEIGHT);
        var x = 0;
        for (var shot : shots) {
            graphics.drawImage(
                    shot.getScaledInstance(scaledWidth(shot), HEIGHT, java.awt.Image.SCALE_AREA_AVERAGING), x, 0, null);
            x += scaledWidth(shot) + GAP;
        }
        graphics.dispose();
        return all;
    }

    private static int scaledWidth(BufferedImage shot) {
        return shot.getWidth() * HEIGHT / shot.getHeight();
    }

    private static void write(BufferedImage picture, Path file) throws IOException {
        var writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        var how = writer.getDefaultWriteParam();
        how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        how.setCompressionQuality(QUALITY);
        Files.deleteIfExists(file);
        try (var out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.write(null, new IIOImage(picture, null, null), how);
        } finally {
            writer.dispose();
        }
    }
}
