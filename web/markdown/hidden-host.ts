const letter = String.raw`[\p{L}\p{M}\p{N}_-]`;
const anyHost = String.raw`(?<=https?://)${letter}+(?:\.${letter}+)*`;
const domain = String.raw`(?:${letter}+\.)+\p{L}${letter}+`;
const ipAddress = String.raw`\d+(?:\.\d+){3}`;
const host = String.raw`(?:${anyHost}|(?<!${letter}|\.)(?:${domain}|${ipAddress}))(?::\d+)?`;

/** Addresses in a word: any host after `http://`, otherwise a domain or an IPv4 address. Takes linear time. */
const webAddresses = new RegExp(`(${host})(?:[/?#].*)?`, 'giu');
/** Matches file names by extensions that are not top-level domains. */
const fileName = /\.(?:pdf|docx?|xlsx?|pptx?|txt|csv|html?|png|jpe?g|gif|json|xml|eml|ics)$/i;
const emailAddress = /^[^\s@]+@[^\s@]+$/;

/** Characters without a glyph, which could split an address: zero-width characters, soft hyphens, direction marks. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const parseHost = (address: string): string | null => URL.parse(`http://${address}`)?.host ?? null;
const removeWww = (host: string): string => host.replace(/^www\./, '');

/**
 * Returns a link's real host or email address if its text names a different address. Also returns an internationalized
 * host, in its encoded form, unless the text contains that form: the decoded form may look like a different host.
 * Otherwise returns null.
 */
export function findHiddenHost(linkText: string, href: string): string | null {
  const target = URL.parse(href);
  if (!target) return null;
  const text = linkText.replace(invisible, '');
  const words = text.split(/\s+/);
  if (target.protocol === 'mailto:') return findHiddenEmail(words, decode(target.pathname));
  if (!/^https?:$/.test(target.protocol)) return null;
  const isEncoded = target.host.includes('xn--') && !text.includes(target.host);
  return isEncoded || words.some(word => namesOtherHost(word, target.host)) ? target.host : null;
}

/** Lists the hosts of the web addresses in a word. Ignores their paths, and file names, which look like hosts. */
const listHosts = (word: string): string[] =>
  [...word.matchAll(webAddresses)].flatMap(({ index, 1: named = '' }) =>
    fileName.test(named) && !word.slice(0, index).endsWith('//') ? [] : [named],
  );

function namesOtherHost(word: string, targetHost: string): boolean {
  const hosts = listHosts(word);
  if (hosts.length === 0) return emailAddress.test(word);
  return hosts.some(named => removeWww(parseHost(named) ?? '') !== removeWww(targetHost));
}

function findHiddenEmail(words: readonly string[], email: string): string | null {
  const addresses = words.filter(word => emailAddress.test(word) || listHosts(word).length > 0);
  return addresses.every(word => trimEmail(word) === email.toLowerCase()) ? null : email;
}

/** Removes `mailto:`, and the brackets and punctuation around an email address in a sentence. */
const trimEmail = (word: string): string =>
  (/[\p{L}\p{N}].*[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toLowerCase().replace(/^mailto:/, '');

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
