package dev.operatorkit.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.awt.Color;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;

/**
 * Replaces the screenshots of the documentation in the folder that {@code -Dscreenshots} names: each page wide and light next to
 * narrow and dark, the next one the other way round. Full-page screenshots in all four forms go to {@code target/screenshots-whole}.
 */
public final class PageScreenshots {
    private static final int HEIGHT = 450;
    private static final int GAP = 12;
    private static final float QUALITY = 0.6f;
    private static final int WIDE = 1440;
    private static final int MEDIUM = 768;
    private static final int NARROW = 360;

    private final Path folder =
            Files.createDirectories(Path.of(System.getProperty("screenshots", "target/screenshots")));
    private final Path whole = Files.createDirectories(Path.of("target/screenshots-whole"));
    private boolean isWideLight;

    /** Creates the folders. */
    public PageScreenshots() throws IOException {}

    /** Takes the picture of the open page for the documentation, if the folder has one with this name. */
    public void take(Page page, String name) throws IOException {
        var file = folder.resolve(name + ".jpg");
        if (!Files.exists(file)) {
            return;
        }
        isWideLight = !isWideLight;
        var wide = shot(page, WIDE, isWideLight ? ColorScheme.LIGHT : ColorScheme.DARK, window());
        var narrow = shot(page, NARROW, isWideLight ? ColorScheme.DARK : ColorScheme.LIGHT, window());
        write(joined(List.of(wide, narrow)), file);
    }

    /** Takes full-page pictures of the open page for a visual review. */
    public void takeFullPage(Page page, String name) throws IOException {
        for (var width : List.of(WIDE, MEDIUM, NARROW)) {
            for (var theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                var file = name + "-" + width + "-" + theme.name().toLowerCase(Locale.ROOT) + ".png";
                shot(page, width, theme, window().setFullPage(true).setPath(whole.resolve(file)));
            }
        }
    }

    private static Page.ScreenshotOptions window() {
        return new Page.ScreenshotOptions();
    }

    private static BufferedImage shot(Page page, int width, ColorScheme theme, Page.ScreenshotOptions how)
            throws IOException {
        page.setViewportSize(width, 900);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
        page.evaluate("scrollTo(0, 0)");
        return ImageIO.read(new ByteArrayInputStream(page.screenshot(how)));
    }

    private static BufferedImage joined(List<BufferedImage> shots) {
        var width = shots.stream().mapToInt(PageScreenshots::scaledWidth).sum() + GAP * (shots.size() - 1);
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
