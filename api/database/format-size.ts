const [megabyte, gigabyte] = [1024 ** 2, 1024 ** 3];

/**
 * Formats a size as people read it: `25 MB`, `25.1 MB`, `8.3 GB`. Rounds up, so that a size above a limit never looks
 * equal to it.
 */
export const formatSize = (bytes: number): string =>
  bytes < gigabyte ? `${roundUp(bytes / megabyte)} MB` : `${roundUp(bytes / gigabyte)} GB`;

const roundUp = (size: number): number => Math.ceil(size * 10) / 10;
