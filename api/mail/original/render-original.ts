import type { Attachment } from 'postal-mime';
import { parseAuthenticationResults } from '../parse/authentication-results.ts';
import { BlockPostalMime } from '../parse/block-postal-mime.ts';
import { findCharsets, repairCharset } from '../parse/charsets.ts';
import { countBoundaryLines } from '../parse/count-boundary-lines.ts';
import { maxBoundaryLines } from '../parse/parse-mail.ts';
import { type AuthenticationResults, UnparsableMailError } from '../parse/parsed-mail.ts';
import { renderDocument, renderText } from './document.ts';
import { type Pictures, sanitizeMailHtml } from './sanitize-html.ts';

/** A mail as an HTML document that runs nothing. */
export type OriginalMail = {
  html: string;
  /** The number of pictures on other servers, shown or not. */
  remotePictures: number;
  authenticationResults: AuthenticationResults[];
};

/** Longer HTML takes too long to sanitize and to show. Pictures in it do not count. */
const maxHtmlLength = 1024 * 1024;

/** All pictures of a mail together, in bytes. */
const maxPictureBytes = 2 * 1024 * 1024;

const tooLong = 'The HTML of this email is longer than 1 MB. This is its plain text.';
const noText = 'This email has no text.';

/** Renders a mail. Runs in a process of its own, as `parseMail` does. @throws UnparsableMailError */
export const renderOriginal = async (
  raw: Uint8Array<ArrayBuffer>,
  { showsRemotePictures }: { showsRemotePictures: boolean },
): Promise<OriginalMail> => {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  if (countBoundaryLines(bytes, maxBoundaryLines) > maxBoundaryLines) throw new UnparsableMailError('too_many_parts');
  const mail = await new BlockPostalMime({ forceRfc822Attachments: true }).parse(bytes);
  const charsets = findCharsets(bytes);
  const text = repairCharset(mail.text ?? '', charsets);
  const { markup, dataUrls } = separateDataUrls(repairCharset(mail.html ?? '', charsets));
  const headers = mail.headers.filter(({ key }) => key === 'authentication-results').map(({ value }) => value);
  const authenticationResults = parseAuthenticationResults(headers);
  if (markup.trim() === '' || markup.length > maxHtmlLength) {
    const notice = markup.trim() === '' ? (text.trim() === '' ? noText : null) : tooLong;
    return { html: renderText(notice, text), remotePictures: 0, authenticationResults };
  }
  const pictures = { showsRemote: showsRemotePictures, embed: createEmbed(mail.attachments, dataUrls) };
  const sanitized = sanitizeMailHtml(markup, pictures);
  return {
    html: renderDocument(sanitized.html),
    remotePictures: sanitized.remotePictures.size,
    authenticationResults,
  };
};

/** Pictures in the HTML itself. */
const dataUrlPattern = /data:(image\/(?:png|jpe?g|gif|webp));base64,([A-Za-z0-9+/=\s]+)/gi;

/** Replaces the `data:` URLs of pictures by short names. */
const separateDataUrls = (text: string): { markup: string; dataUrls: string[] } => {
  const dataUrls: string[] = [];
  const markup = text.replaceAll(
    dataUrlPattern,
    (_, type: string, base64: string) =>
      `data-url:${dataUrls.push(`data:${type.toLowerCase()};base64,${base64.replaceAll(/\s/g, '')}`) - 1}`,
  );
  return { markup, dataUrls };
};

/** Creates a function that returns the picture of a `cid:` URL, or of a separated `data:` URL, within the limit. */
const createEmbed = (attachments: readonly Attachment[], dataUrls: readonly string[]): Pictures['embed'] => {
  let length = 0;
  return url => {
    const [, kind, name = ''] = /^(cid|data-url):(.*)$/is.exec(url) ?? [];
    const embedded = kind === 'data-url' ? dataUrls[Number(name)] : toDataUrl(findPart(attachments, name));
    if (kind === undefined || embedded === undefined || length + embedded.length > (maxPictureBytes * 4) / 3)
      return null;
    length += embedded.length;
    return embedded;
  };
};

const findPart = (attachments: readonly Attachment[], name: string): Attachment | undefined => {
  const id = decodeName(name);
  return attachments.find(({ contentId }) => contentId?.replace(/^<|>$/g, '') === id);
};

const decodeName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

const toDataUrl = (part: Attachment | undefined): string | undefined => {
  if (part === undefined || !/^image\/(?:png|jpe?g|gif|webp)$/i.test(part.mimeType)) return undefined;
  const { content, mimeType } = part;
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
  return `data:${mimeType.toLowerCase()};base64,${bytes.toString('base64')}`;
};
