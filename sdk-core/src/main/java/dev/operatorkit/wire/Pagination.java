package dev.operatorkit.wire;

/**
 * Holds the position of a page in the results of a search (CAM-6).
 *
 * @param page the number of the page, from 1
 * @param perPage the size of a page
 * @param total the number of results
 * @param totalPages the number of pages
 */
public record Pagination(int page, int perPage, int total, int totalPages) {}
