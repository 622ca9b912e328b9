import type { Attachment } from 'postal-mime';
import { parseAuthenticationResults } from '../parse/authentication-results.ts';
import type { AuthenticationResults } from '../parse/parsed-mail.ts';
import { readMime } from '../parse/read-mime.ts';
import { renderDocument, renderText } from './document.ts';
import { type PictureOptions, sanitizeMailHtml } from './sanitize-html.ts';

/** A mail as an HTML document without active content. */
export type OriginalMail = {
  html: string;
  /** The number of pictures on other servers, shown or not. */
  remotePictures: number;
  authenticationResults: AuthenticationResults[];
};

/** Longer HTML takes too long to sanitize and to show. Large pictures in it do not count. */
const maxHtmlLength = 1024 * 1024;

/** The maximum size of all pictures of a mail together. */
const maxPictureBytes = 2 * 1024 * 1024;

const tooLong = 'The HTML of this email is longer than 1 MB. This is its plain text.';
const noText = 'This email has no text.';

/** Renders a mail. Runs in a separate process, as `parseMail` does. @throws UnparsableMailError */
export const renderOriginal = async (
  raw: Uint8Array<ArrayBuffer>,
  { showsRemotePictures }: { showsRemotePictures: boolean },
): Promise<OriginalMail> => {
  const { mail, values, plain: text, html } = await readMime(raw);
  const { markup, dataUrls } = separateDataUrls(html);
  const authenticationResults = parseAuthenticationResults(values('authentication-results'));
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

/**
 * Pictures in the HTML itself, in quoted attributes and in `url(…)`. A pattern that looks ahead would overflow the
 * stack.
 */
const dataUrlPattern =
  /(=\s*["']\s*|url\(\s*(?:(?:["']|&quot;)\s*)?)data:(image\/(?:png|jpe?g|gif|webp));base64,([A-Za-z0-9+/=\s]+)/gi;

/** Shorter pictures stay in the HTML. They may be text that only looks like a picture. */
const minSeparatedLength = 1000;

/** Replaces the long `data:` URLs of pictures with short names. */
const separateDataUrls = (text: string): { markup: string; dataUrls: string[] } => {
  const dataUrls: string[] = [];
  const separate = (match: string, start: string, type: string, base64: string, offset: number): string =>
    base64.length < minSeparatedLength || !/["')&]/.test(text.charAt(offset + match.length))
      ? match
      : `${start}data-url:${dataUrls.push(formatDataUrl(type, base64)) - 1}`;
  return { markup: text.replaceAll(dataUrlPattern, separate), dataUrls };
};

/**
 * Creates a function that returns the `data:` URL of a picture in the mail. Null for other URLs, and above the limit.
 */
const createEmbed = (attachments: readonly Attachment[], dataUrls: readonly string[]): PictureOptions['embed'] => {
  let length = 0;
  const find = (url: string): string | undefined => {
    const [, kind = '', name = ''] = /^(cid|data-url):(.*)$/is.exec(url) ?? [];
    if (kind === 'data-url') return dataUrls[Number(name)];
    return kind === '' ? parseDataUrl(url) : toDataUrl(findPart(attachments, name));
  };
  return url => {
    const embedded = find(url);
    if (embedded === undefined || length + embedded.length > (maxPictureBytes * 4) / 3) return null;
    length += embedded.length;
    return embedded;
  };
};

const parseDataUrl = (url: string): string | undefined => {
  const [, type, base64] = /^data:(image\/(?:png|jpe?g|gif|webp));base64,([A-Za-z0-9+/=\s]+)$/i.exec(url) ?? [];
  return type === undefined || base64 === undefined ? undefined : formatDataUrl(type, base64);
};

const formatDataUrl = (type: string, base64: string): string =>
  `data:${type.toLowerCase()};base64,${base64.replaceAll(/\s/g, '')}`;

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
  return formatDataUrl(mimeType, bytes.toString('base64'));
};
