const [megabyte, gigabyte] = [1024 ** 2, 1024 ** 3];

/**
 * Formats a size as people read it: `25 MB`, `25.1 MB`, `8.3 GB`. It is rounded up, so that it shows when it exceeds a
 * limit.
 */
export const formatSize = (bytes: number): string =>
  bytes < gigabyte ? `${roundUp(bytes / megabyte)} MB` : `${roundUp(bytes / gigabyte)} GB`;

const roundUp = (size: number): number => Math.ceil(size * 10) / 10;
