const megabyte = 1024 * 1024;

/** Formats a size as people read it: `25 MB`, `25.1 MB`. It is rounded up, so that it shows when it exceeds a limit. */
export const formatMegabytes = (bytes: number): string => `${Math.ceil((bytes / megabyte) * 10) / 10} MB`;
