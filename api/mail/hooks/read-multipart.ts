import { ByteScanner, MalformedFormError } from './byte-scanner.ts';
import type { ReadForm } from './form.ts';

/**
 * Reads `multipart/form-data` (RFC 7578). Yields the unchanged bytes of the mail. `Response.formData()` would decode
 * them as UTF-8, and destroy mail with 8-bit characters.
 */
export const readMultipart: ReadForm = async function* (body, { mailField, fieldNames, fields, contentType }) {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? token;
  if (boundary === undefined) throw new MalformedFormError('The Content-Type has no boundary.');
  // The first delimiter needs no line break before it.
  const scanner = new ByteScanner(body, '\r\n');
  const part = [`\r\n--${boundary}`, { endings: ['\r\n', '--'] }] as const;
  try {
    for (let ending = await scanner.skip(...part); ending === '\r\n'; ) {
      const name = readName((await scanner.readText('\r\n\r\n')).text);
      if (name === mailField && !fields.has(name)) {
        fields.set(name, '');
        ending = yield* scanner.until(...part);
      } else if (name !== mailField && fieldNames.includes(name)) {
        const field = await scanner.readText(...part);
        fields.set(name, field.text);
        ending = field.ending;
      } else ending = await scanner.skip(...part);
    }
  } finally {
    await scanner.close();
  }
};

/** Reads the name in the headers of a part. */
const readName = (headers: string): string =>
  /^content-disposition:.*?;\s*name="?([^";\r\n]*)/im.exec(headers)?.[1] ?? '';
