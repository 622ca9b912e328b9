import { ByteScanner } from './byte-scanner.ts';
import type { ReadForm } from './form.ts';

/**
 * Reads `application/x-www-form-urlencoded`. Percent-decodes the mail to bytes. Decoding these bytes as UTF-8 would
 * destroy mail with 8-bit characters.
 */
export const readUrlEncoded: ReadForm = async function* (body, { mailField, fieldNames, fields }) {
  const scanner = new ByteScanner(body);
  const value = ['&', { mayBeLast: true }] as const;
  try {
    while (!(await scanner.isAtEnd())) {
      const name = decode((await scanner.readText('=')).text).toString();
      if (name === mailField && !fields.has(name)) {
        fields.set(name, '');
        yield* decodeChunks(scanner.until(...value));
      } else if (name !== mailField && fieldNames.includes(name))
        fields.set(name, decode((await scanner.readText(...value)).text).toString());
      else await scanner.skip(...value);
    }
  } finally {
    await scanner.close();
  }
};

async function* decodeChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + Buffer.from(chunk).toString('latin1');
    // A chunk may end within an escape sequence.
    [rest = ''] = /%[0-9a-f]?$/i.exec(text) ?? [];
    yield decode(text.slice(0, text.length - rest.length));
  }
  yield decode(rest);
}

const decode = (text: string): Buffer => {
  const decoded = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(decoded, 'latin1');
};
