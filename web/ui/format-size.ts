const kibibyte = 1024;

/** Formats a size in bytes: `812 bytes`, `1.4 KiB`, `1.0 MiB`. */
export function formatSize(bytes: number): string {
  if (bytes < kibibyte) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  if (bytes < kibibyte ** 2) return `${(bytes / kibibyte).toFixed(1)} KiB`;
  return `${(bytes / kibibyte ** 2).toFixed(1)} MiB`;
}
