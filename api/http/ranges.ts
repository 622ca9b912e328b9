import type { ByteRange } from '../files/driver.ts';

const singleRange = /^bytes=(\d*)-(\d*)$/i;

/**
 * Reads a Range header (RFC 9110 14.2). Returns null for the whole file: if the header is missing or malformed, has a
 * different unit, or has several ranges. A server must ignore an unknown unit, and may ignore several ranges and
 * malformed headers.
 * @returns 'unsatisfiable' if the range contains no byte of the file
 */
export const parseRange = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const [, first = '', last = ''] = singleRange.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
};
