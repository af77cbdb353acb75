package dev.operatorkit.reference.backoffice;

import java.util.List;
import java.util.Map;

/**
 * What every page shows around its content.
 *
 * @param title of the page
 * @param formToken for every form
 * @param notice what was just done; empty for nothing
 * @param problem what was just refused; empty for nothing
 * @param provider whether the pages of the Customer API are there
 */
public record Page(String title, String formToken, String notice, String problem, boolean provider) {

    /**
     * A cell of a table.
     *
     * @param link empty for text alone
     */
    public record Cell(String text, String link) {
        static Cell of(String text) {
            return new Cell(text, "");
        }
    }

    /**
     * A table with what chooses its rows.
     *
     * @param caption said before the table
     * @param filters input fields: name to value
     * @param headings of the columns
     * @param rows each with a cell for each heading
     */
    public record Listing(String caption, Map<String, String> filters, List<String> headings, List<List<Cell>> rows) {}
}
