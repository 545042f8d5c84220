package dev.caravan.documents;

/**
 * A rectangle on a page.
 *
 * @param x distance from the left edge, in points of 1/72 inch
 * @param y distance from the top edge
 * @param width in points
 * @param height in points
 */
public record Box(float x, float y, float width, float height) {
    /** Of a document without pages, such as plain text. */
    public static final Box NONE = new Box(0, 0, 0, 0);

    /** The smallest box around both. */
    public Box with(Box other) {
        if (equals(NONE)) {
            return other;
        }
        float left = Math.min(x, other.x);
        float top = Math.min(y, other.y);
        return new Box(left, top, Math.max(right(), other.right()) - left, Math.max(bottom(), other.bottom()) - top);
    }

    /** Distance of the right side from the left edge of the page. */
    public float right() {
        return x + width;
    }

    /** Distance of the lower side from the top of the page. */
    public float bottom() {
        return y + height;
    }
}
