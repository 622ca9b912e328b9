import type { AttachmentType } from '#contract/enums';

/**
 * The type of a file, detected from its first bytes. Width and height are null unless the header of a picture contains
 * both.
 */
export type DetectedType = { type: AttachmentType; width: number | null; height: number | null };

/** The number of first bytes that are examined. In a JPEG, the width and height follow the colour profile. */
export const examinedBytes = 256 * 1024;

/**
 * Detects the type of a file from its first bytes, never from its name. A browser must not run a file that claims to be
 * a picture.
 * @param start the first `examinedBytes` of the file, or the whole file if it is smaller
 */
export const detectType = (start: Buffer): DetectedType => {
  for (const { type, matches, measure } of formats) {
    if (!matches(start)) continue;
    const [width = 0, height = 0] = measure(start) ?? [];
    return width > 0 && height > 0 ? { type, width, height } : { type, width: null, height: null };
  }
  return { type: 'application/octet-stream', width: null, height: null };
};

/** Width and height in pixels; undefined if the bytes do not contain them. */
type Size = readonly [number, number] | undefined;

type Format = { type: AttachmentType; matches(start: Buffer): boolean; measure(start: Buffer): Size };

const startsWith =
  (signature: string, at = 0) =>
  (start: Buffer): boolean =>
    start.toString('latin1', at, at + signature.length) === signature;

const noSize = (): Size => undefined;

const measurePng = (start: Buffer): Size =>
  start.length < 24 || !startsWith('IHDR', 12)(start) ? undefined : [start.readUInt32BE(16), start.readUInt32BE(20)];

const measureGif = (start: Buffer): Size =>
  start.length < 10 ? undefined : [start.readUInt16LE(6), start.readUInt16LE(8)];

/** Finds the frame header (ITU T.81, B.2.2) after the other segments. */
const measureJpeg = (start: Buffer): Size => {
  for (let at = 2; at + 9 <= start.length && start[at] === 0xff; ) {
    const marker = start[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [start.readUInt16BE(at + 7), start.readUInt16BE(at + 5)];
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + start.readUInt16BE(at + 2);
  }
  return undefined;
};

/** Reads one of the three kinds of WebP (RFC 9649). */
const measureWebp = (start: Buffer): Size => {
  if (start.length < 30) return undefined;
  if (startsWith('VP8X', 12)(start)) return [start.readUIntLE(24, 3) + 1, start.readUIntLE(27, 3) + 1];
  if (startsWith('VP8 ', 12)(start)) return [start.readUInt16LE(26) & 0x3fff, start.readUInt16LE(28) & 0x3fff];
  if (!startsWith('VP8L', 12)(start)) return undefined;
  const bits = start.readUInt32LE(21);
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1];
};

const formats: readonly Format[] = [
  { type: 'image/png', matches: startsWith('\x89PNG\r\n\x1a\n'), measure: measurePng },
  { type: 'image/jpeg', matches: startsWith('\xff\xd8\xff'), measure: measureJpeg },
  { type: 'image/gif', matches: start => /^GIF8[79]a$/.test(start.toString('latin1', 0, 6)), measure: measureGif },
  {
    type: 'image/webp',
    matches: start => startsWith('RIFF')(start) && startsWith('WEBP', 8)(start),
    measure: measureWebp,
  },
  { type: 'application/pdf', matches: startsWith('%PDF-'), measure: noSize },
  {
    type: 'application/zip',
    matches: start => startsWith('PK\x03\x04')(start) || startsWith('PK\x05\x06')(start),
    measure: noSize,
  },
];
