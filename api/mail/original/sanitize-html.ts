import sanitize, { type Attributes } from 'sanitize-html';
import { cleanCss } from './clean-css.ts';
import { showLinkHosts } from './show-link-hosts.ts';

/** The options for the pictures of a mail. */
export type PictureOptions = {
  /** Returns the `data:` URL of a picture in the mail. Null for other URLs, and above a limit. */
  embed(url: string): string | null;
  /** Whether pictures of other servers are shown. */
  showsRemote: boolean;
};

/** HTML without active content, and the addresses of the pictures on other servers. */
export type SanitizedHtml = { html: string; remotePictures: ReadonlySet<string> };

const allowedTags = [
  ...['a', 'abbr', 'address', 'article', 'aside', 'b', 'bdi', 'bdo', 'big', 'blockquote', 'body', 'br', 'caption'],
  ...['center', 'cite', 'code', 'col', 'colgroup', 'dd', 'del', 'dfn', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure'],
  ...['font', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'main'],
  ...[
    'mark',
    'nav',
    'ol',
    'p',
    'pre',
    'q',
    's',
    'samp',
    'section',
    'small',
    'span',
    'strike',
    'strong',
    'style',
    'sub',
  ],
  ...['sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time', 'tr', 'tt', 'u', 'ul', 'var', 'wbr'],
];

/**
 * Elements that are removed with their content, which is not text of the mail. All other elements outside `allowedTags`
 * only lose their tags.
 */
const removedWithContent = [
  ...['applet', 'audio', 'canvas', 'embed', 'frameset', 'iframe', 'math', 'noembed', 'noframes', 'noscript', 'object'],
  ...['option', 'plaintext', 'script', 'select', 'svg', 'template', 'textarea', 'title', 'video', 'xmp'],
];

const layoutAttributes = ['align', 'bgcolor', 'dir', 'height', 'hidden', 'lang', 'style', 'title', 'valign', 'width'];

const allowedAttributes = {
  '*': [...layoutAttributes, 'background', 'class', 'id'],
  a: ['href', 'name', 'rel', 'target'],
  body: ['text'],
  col: ['span'],
  colgroup: ['span'],
  font: ['color', 'face', 'size'],
  img: ['alt', 'border', 'hspace', 'src', 'vspace'],
  li: ['value'],
  ol: ['start', 'type'],
  style: ['media'],
  table: ['border', 'cellpadding', 'cellspacing'],
  td: ['colspan', 'nowrap', 'rowspan'],
  th: ['colspan', 'nowrap', 'rowspan'],
};

/** Deeper elements lose their tags: they would slow down a browser. */
const nestingLimit = 256;

/** Removes active content from the HTML of a mail. Remote pictures load only over `https:`, if they are shown. */
export const sanitizeMailHtml = (html: string, pictures: PictureOptions): SanitizedHtml => {
  const remotePictures = new Set<string>();
  const toPicture = (url: string): string | null => {
    const address = toRemoteAddress(url);
    if (address === null) return pictures.embed(url.trim());
    remotePictures.add(address);
    return pictures.showsRemote ? address : null;
  };

  const transform = (tagName: string, { style, background, ...attribs }: Attributes) => {
    if (tagName === 'style') return { tagName, attribs: attribs['media'] ? { media: attribs['media'] } : {} };
    const backgroundPicture = background === undefined ? null : toPicture(background);
    const transformed: Attributes = {
      ...attribs,
      ...(style !== undefined && { style: cleanCss(style) }),
      ...(backgroundPicture !== null && { background: backgroundPicture }),
    };
    if (tagName === 'img')
      return { tagName, attribs: replaceAttribute(transformed, 'src', toPicture(attribs['src'] ?? '')) };
    if (tagName === 'a') return { tagName, attribs: transformLink(transformed) };
    return { tagName, attribs: transformed };
  };

  const sanitized = sanitize(html, {
    allowedTags,
    allowedAttributes,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data', 'https'] },
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    allowProtocolRelative: false,
    allowVulnerableTags: true, // The CSS of `style` is cleaned below.
    nonTextTags: removedWithContent,
    parseStyleAttributes: false,
    nestingLimit,
    transformTags: { '*': transform },
  });
  return { html: showLinkHosts(cleanStyles(sanitized)), remotePictures };
};

/**
 * Cleans the CSS of style elements. The pattern finds each element, because the sanitizer encodes `<` in all other text
 * and `>` in attributes. The content of an element ends at its first end tag.
 */
const cleanStyles = (html: string): string =>
  html.replaceAll(
    /(<style(?:\s[^>]*)?>)([\s\S]*?)(<\/style>|$)/g,
    (_, start: string, css: string, end: string) => `${start}${cleanCss(css)}${end}`,
  );

/**
 * Returns the https address of a picture on another server, else null. The Content-Security-Policy of the frame that
 * shows the mail allows other servers only over https.
 */
const toRemoteAddress = (text: string): string | null => {
  const trimmed = text.trim();
  const url = URL.parse(trimmed.startsWith('//') ? `https:${trimmed}` : trimmed);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.protocol = 'https:';
  return url.href;
};

/**
 * Lets web, mail and phone links open a new window without opener or referrer. Links to anchors in the mail stay
 * unchanged. All other links lose their address.
 */
const transformLink = ({ href = '', ...attribs }: Attributes): Attributes => {
  if (href.startsWith('#')) return { href, ...attribs };
  const url = URL.parse(href.trim());
  if (url === null || !/^(?:https?|mailto|tel):$/.test(url.protocol)) return attribs;
  return { href: url.href, ...attribs, target: '_blank', rel: 'noopener noreferrer' };
};

const replaceAttribute = (all: Attributes, name: string, value: string | null): Attributes => {
  const { [name]: _, ...attribs } = all;
  return value === null ? attribs : { ...attribs, [name]: value };
};
