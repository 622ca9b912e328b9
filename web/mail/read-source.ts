import PostalMime from 'postal-mime';

/** Only the first part of a larger mail is read. Reading all of it would block the page. */
const maxBytes = 1024 * 1024;

/** The parts of a mail that a page shows. */
export type MailSource = {
  headers: readonly { name: string; value: string }[];
  /** The plain text; empty if the mail has no text or was not parsed. */
  text: string;
  /** The mail as text. */
  source: string;
  /** The size of the whole mail if only its first part was read; otherwise null. */
  cutFromBytes: number | null;
};

/**
 * Reads the source of a mail. The text usually precedes the files, so the first part is usually enough. If the mail
 * cannot be parsed, the result contains only the source.
 *
 * @param isParsable false for a mail that the server could not parse: its parts are not parsed here either
 */
export async function readSource(mail: Uint8Array, isParsable: boolean): Promise<MailSource> {
  const bytes = mail.subarray(0, maxBytes);
  const source = new TextDecoder().decode(bytes);
  const unparsed = { headers: [], text: '', source, cutFromBytes: mail.length > maxBytes ? mail.length : null };
  if (!isParsable) return unparsed;
  try {
    const { headers, text = '' } = await PostalMime.parse(bytes);
    return { ...unparsed, headers: headers.map(({ originalKey: name, value }) => ({ name, value })), text };
  } catch {
    return unparsed;
  }
}
