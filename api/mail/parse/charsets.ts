/**
 * Repairs a text whose part names an unknown charset. postal-mime reads such a text as windows-1252. The text may be
 * UTF-7 or UTF-8.
 */
export const repairCharset = (text: string, labels: readonly string[]): string => {
  if (labels.some(label => /^(?:x-)?(?:unicode-1-1-)?utf-?7$/.test(label))) return decodeUtf7(text);
  return labels.some(label => !isKnown(label)) ? (readAsUtf8(text) ?? text) : text;
};

/** Finds at most 50 values of `charset` parameters in a mail, in lower case. Also finds them outside of headers. */
export const findCharsets = (raw: Buffer): string[] => {
  const labels = new Set<string>();
  for (const parameter of ['charset=', 'Charset=', 'CHARSET='])
    for (let at = raw.indexOf(parameter); at !== -1 && labels.size < 50; at = raw.indexOf(parameter, at + 8)) {
      const [, label] = /^charset="?([\w.:+-]+)/i.exec(raw.toString('latin1', at, at + 60)) ?? [];
      if (label !== undefined) labels.add(label.toLowerCase());
    }
  return [...labels];
};

const isKnown = (label: string): boolean => {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
};

const windows1252 = new TextDecoder('windows-1252');
const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252Bytes = new Map(Array.from({ length: 256 }, (_, byte) => [windows1252.decode(Buffer.of(byte)), byte]));

/** Decodes a text again, as UTF-8 instead of windows-1252. Null if its bytes are not UTF-8. */
const readAsUtf8 = (text: string): string | null => {
  const bytes: number[] = [];
  for (const character of text) {
    const byte = windows1252Bytes.get(character);
    if (byte === undefined) return null;
    bytes.push(byte);
  }
  try {
    return utf8.decode(Buffer.from(bytes));
  } catch {
    return null;
  }
};

/** Decodes UTF-7 (RFC 2152): `+AOk-` is é, `+-` is +. */
const decodeUtf7 = (text: string): string =>
  text.replaceAll(/\+([A-Za-z0-9+/]*)-?/g, (_, encoded: string) => {
    if (encoded === '') return '+';
    const bytes = Buffer.from(encoded, 'base64');
    return bytes
      .subarray(0, bytes.length & ~1)
      .swap16()
      .toString('utf16le');
  });
