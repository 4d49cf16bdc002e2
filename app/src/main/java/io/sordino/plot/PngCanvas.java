package io.sordino.plot;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Composite;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Paints pixels, two for every point, on light ground. */
final class PngCanvas implements Canvas {
    private static final int SCALE = 2;

    private final Graphics2D graphics;

    private PngCanvas(Graphics2D graphics) {
        this.graphics = graphics;
    }

    static byte[] of(Picture picture) {
        // no window is ever opened, and a server has no display
        System.setProperty("java.awt.headless", "true");
        Drawing drawing = new Drawing(picture);
        BufferedImage image =
                new BufferedImage(SCALE * Drawing.WIDTH, SCALE * drawing.height(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.scale(SCALE, SCALE);
        drawing.on(new PngCanvas(graphics));
        graphics.dispose();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.setUseCache(false);
            ImageIO.write(image, "png", out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    @Override
    public void clip(double x, double y, double width, double height) {
        graphics.setClip(new Rectangle2D.Double(x, y, width, height));
    }

    @Override
    public void unclip() {
        graphics.setClip(null);
    }

    private static Path2D path(double[] x, double[] y) {
        Path2D path = new Path2D.Double();
        for (int i = 0; i < x.length; i++) {
            if (i == 0) path.moveTo(x[i], y[i]);
            else path.lineTo(x[i], y[i]);
        }
        return path;
    }

    @Override
    public void line(double[] x, double[] y, Ink ink, double thickness, int dash) {
        graphics.setColor(Color.decode(ink.light()));
        graphics.setStroke(new BasicStroke(
                (float) thickness,
                BasicStroke.CAP_BUTT,
                BasicStroke.JOIN_ROUND,
                1,
                dash == 0 ? null : dashes(dash),
                0));
        graphics.draw(path(x, y));
    }

    private static float[] dashes(int dash) {
        float[] lengths = new float[DASHES[dash].length];
        for (int i = 0; i < lengths.length; i++) lengths[i] = (float) DASHES[dash][i];
        return lengths;
    }

    @Override
    public void area(double[] x, double[] y, Ink ink, double opacity) {
        Composite before = graphics.getComposite();
        graphics.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, (float) opacity));
        graphics.setColor(Color.decode(ink.light()));
        Path2D path = path(x, y);
        path.closePath();
        graphics.fill(path);
        graphics.setComposite(before);
    }

    @Override
    public void dot(double x, double y, double radius, Ink ink) {
        graphics.setColor(Color.decode(ink.light()));
        graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    @Override
    public void text(double x, double y, String text, Ink ink, double size, Anchor anchor, boolean bold) {
        font(ink, size, bold);
        double width = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
        double left = anchor == Anchor.START ? x : anchor == Anchor.MIDDLE ? x - width / 2 : x - width;
        graphics.drawString(text, (float) left, (float) y);
    }

    @Override
    public void upright(double x, double y, String text, Ink ink, double size) {
        AffineTransform before = graphics.getTransform();
        graphics.translate(x, y);
        graphics.rotate(-Math.PI / 2);
        text(0, 0, text, ink, size, Anchor.MIDDLE, false);
        graphics.setTransform(before);
    }

    /** A little smaller than asked: the fonts that Java finds run wider than those of browsers. */
    private void font(Ink ink, double size, boolean bold) {
        graphics.setColor(Color.decode(ink.light()));
        graphics.setFont(new Font(Font.SANS_SERIF, bold ? Font.BOLD : Font.PLAIN, 1).deriveFont((float) (0.93 * size)));
    }
}
