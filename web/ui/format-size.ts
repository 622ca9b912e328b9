const kilobyte = 1024;

/** Formats a size in bytes: `812 bytes`, `1.4 KB`, `25 MB`. A kilobyte has 1024 bytes. Rounds up, as limits need. */
export function formatSize(bytes: number): string {
  if (bytes < kilobyte) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  if (bytes < kilobyte ** 2) return `${round(bytes / kilobyte)} KB`;
  return `${round(bytes / kilobyte ** 2)} MB`;
}

const round = (size: number): number => Math.ceil(size * 10) / 10;
