import type { Email } from 'postal-mime';
import { BlockPostalMime } from './block-postal-mime.ts';
import { findCharsets, repairCharset } from './charsets.ts';
import { countBoundaryLines } from './count-boundary-lines.ts';
import { UnparsableMailError } from './parsed-mail.ts';

const maxBoundaryLines = 500;

/** A mail split into its headers, texts and files. */
export type MimeMail = {
  /** The given bytes, not a copy. */
  raw: Buffer;
  mail: Email;
  /** Returns the values of a header, in their order. The name is in lower case. */
  values(name: string): string[];
  /** The texts of `mail` with repaired charsets; empty if missing. */
  plain: string;
  html: string;
};

/** Splits a mail into its parts. @throws UnparsableMailError */
export const readMime = async (bytes: Uint8Array<ArrayBuffer>): Promise<MimeMail> => {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (countBoundaryLines(raw, maxBoundaryLines) > maxBoundaryLines) throw new UnparsableMailError('too_many_parts');
  const mail = await new BlockPostalMime({ forceRfc822Attachments: true }).parse(isWhole(bytes) ? bytes.buffer : bytes);
  const charsets = findCharsets(raw);
  return {
    raw,
    mail,
    values: name => mail.headers.filter(({ key }) => key === name).map(({ value }) => value),
    plain: repairCharset(mail.text ?? '', charsets),
    html: repairCharset(mail.html ?? '', charsets),
  };
};

/** Returns whether an array covers its whole buffer. The parser would copy a part of a buffer. */
const isWhole = ({ byteLength, buffer }: Uint8Array): boolean => byteLength === buffer.byteLength;
