const webAddress = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}(?::\d+)?)(?=[/?#]|$)/iu;
const emailAddress = /^[^\s@]+@[^\s@]+$/;

const parseHost = (address: string): string | null => URL.parse(`http://${address}`)?.host ?? null;
const removeWww = (host: string): string => host.replace(/^www\./, '');

/**
 * Returns a link's real host or email address if its text shows a different address. Otherwise returns null.
 * Internationalized hosts are returned in their encoded form unless the text contains it, because they may look like
 * different hosts.
 */
export function findHiddenHost(linkText: string, href: string): string | null {
  const target = URL.parse(href);
  if (!target) return null;
  const text = linkText.trim();
  if (target.protocol === 'mailto:') return findHiddenEmail(text, target);
  if (!/^https?:$/.test(target.protocol)) return null;
  const address = webAddress.exec(text)?.[1];
  if (target.host.includes('xn--')) return text.includes(target.host) ? null : target.host;
  if (address === undefined) return emailAddress.test(text) ? target.host : null;
  return removeWww(parseHost(address) ?? '') === removeWww(target.host) ? null : target.host;
}

function findHiddenEmail(text: string, target: URL): string | null {
  const email = decode(target.pathname);
  const isAddress = emailAddress.test(text) || webAddress.test(text);
  return isAddress && text.replace(/^mailto:/, '').toLowerCase() !== email.toLowerCase() ? email : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
