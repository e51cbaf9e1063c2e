/**
 * The years that the device's clock can have. The last one is what devices report; certificates that
 * the device then makes end long before the year 9999, their limit (RFC 5280 §4.1.2.5).
 */
export const EARLIEST_YEAR = 1970
export const LATEST_YEAR = 2069
