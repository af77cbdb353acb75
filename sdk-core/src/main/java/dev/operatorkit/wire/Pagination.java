package dev.operatorkit.wire;

/**
 * Where a page stands (CAM-6).
 *
 * @param page its number, the first is 1
 * @param perPage how many a page holds
 * @param total how many were found
 * @param totalPages how many pages that makes
 */
public record Pagination(int page, int perPage, int total, int totalPages) {}
