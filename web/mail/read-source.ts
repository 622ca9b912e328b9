import PostalMime from 'postal-mime';

/** A larger mail is not read in the browser, where it would block the page. */
const maxBytes = 1024 * 1024;

/** The parts of a mail that a page shows. */
export type MailSource = {
  headers: readonly { name: string; value: string }[];
  /** The plain text; empty without one. */
  text: string;
  /** The whole mail, as text. */
  source: string;
};

/**
 * Reads the source of a mail.
 *
 * @param isReadable false for a mail that the server could not read: its parts are left alone
 * @returns null if the mail is too large
 */
export async function readSource(bytes: Uint8Array, isReadable: boolean): Promise<MailSource | null> {
  if (bytes.length > maxBytes) return null;
  const source = new TextDecoder().decode(bytes);
  const unread = { headers: [], text: '', source };
  if (!isReadable) return unread;
  try {
    const { headers, text = '' } = await PostalMime.parse(bytes);
    return { headers: headers.map(({ originalKey: name, value }) => ({ name, value })), text, source };
  } catch {
    return unread;
  }
}
