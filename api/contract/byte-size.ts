const units = { GB: 1024 ** 3, MB: 1024 ** 2, KB: 1024 } as const;

/** Formats a size without rounding: `25 MB`, `2.5 GB`, `1000 bytes`. A kilobyte has 1024 bytes. */
export const formatByteSize = (bytes: number): string => {
  for (const [unit, factor] of Object.entries(units)) if (isReadable(bytes, factor)) return `${bytes / factor} ${unit}`;
  return `${bytes} bytes`;
};

/**
 * Returns whether a unit suits a size. The number in this unit must be at least 1, with at most two decimals. It must
 * be below 1000, except in gigabytes.
 */
const isReadable = (bytes: number, factor: number): boolean =>
  bytes >= factor && (bytes < factor * 1000 || factor === units.GB) && Number.isInteger((bytes / factor) * 100);

/** Parses a size in bytes: `26214400`, `25MB`, `2.5 gb`. @returns null if the text is not a size */
export const parseByteSize = (text: string): number | null => {
  const [, digits = '', unit = ''] = /^\s*(\d{1,15}(?:\.\d{1,3})?)\s*([kmg]b|bytes?|)\s*$/i.exec(text) ?? [];
  if (digits === '') return null;
  return Math.round(Number(digits) * (units[unit.toUpperCase() as keyof typeof units] ?? 1));
};
