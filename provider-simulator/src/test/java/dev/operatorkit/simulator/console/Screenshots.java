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
import java.util.Locale;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Makes the pictures of the documentation: each page wide by day and narrow by night, the next one the other way round. All
 * four of every page, whole, lie in {@code target/screenshots-whole} for whoever judges the looks.
 */
@ExtendWith(Browser.class)
class Screenshots {
    private static final int HEIGHT = 450;
    private static final int GAP = 12;
    private static final float QUALITY = 0.6f;
    private static final int WIDE = 1440;

    private final Path folder = Path.of(System.getProperty("screenshots", "target/screenshots"));
    private final Path whole = Path.of("target/screenshots-whole");
    private boolean byDay;

    @Test
    void of_every_page() throws Exception {
        Files.createDirectories(folder);
        Files.createDirectories(whole);
        try (var visit = Visit.begin()) {
            var pages = Stock.fill(visit);
            pages.putAll(Stock.runs(visit, "*", 4_000));
            for (var entry : pages.entrySet()) {
                visit.openWhateverItAnswers(entry.getValue());
                take(visit.page, entry.getKey());
            }
            visit.open("/launch");
            visit.button("Launch").click();
            visit.sees("Ready to play");
            take(visit.page, "launched");
        }
    }

    private void take(Page page, String name) throws IOException {
        byDay = !byDay;
        var shots = new ArrayList<BufferedImage>();
        for (var width : List.of(WIDE, 360)) {
            for (var theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                page.setViewportSize(width, 900);
                page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
                page.evaluate("scrollTo(0, 0)");
                if ((theme == ColorScheme.LIGHT) == (byDay == (width == WIDE))) {
                    shots.add(ImageIO.read(new ByteArrayInputStream(page.screenshot())));
                }
                page.screenshot(new Page.ScreenshotOptions()
                        .setFullPage(!name.equals("report")) // hundreds of screens long
                        .setPath(whole.resolve(
                                name + "-" + width + "-" + theme.name().toLowerCase(Locale.ROOT) + ".png")));
            }
        }
        write(beside(shots), folder.resolve(name + ".jpg"));
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
