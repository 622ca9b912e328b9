const kilobyte = 1024;

/**
 * Formats bytes: `812 bytes`, `1.4 KB` (1024 bytes each), `8.3 GB`. Rounds up, so that a size above a limit never looks
 * equal to the limit.
 */
export function formatSize(bytes: number): string {
  if (bytes < kilobyte) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const kilobytes = round(bytes / kilobyte);
  if (kilobytes < kilobyte) return `${kilobytes} KB`;
  const megabytes = round(bytes / kilobyte ** 2);
  return megabytes < kilobyte ? `${megabytes} MB` : `${round(bytes / kilobyte ** 3)} GB`;
}

const round = (size: number): number => Math.ceil(size * 10) / 10;
