/** Matches a host in a text, with a dot and a top-level domain of letters. */
const hosts = /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}/gu;

/** Matches file names, which look like hosts. */
const fileExtensions = /\.(?:pdf|docx?|xlsx?|pptx?|txt|csv|html?|png|jpe?g|gif|zip|js|json|xml|md|eml|ics)$/i;

const links = /<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g;

/**
 * Appends the host of a link, in brackets, if the text of the link names another host.
 * @param html the output of the sanitizer
 */
export const showLinkHosts = (html: string): string =>
  html.replaceAll(links, (link: string, address: string, content: string) => {
    const host = URL.parse(decode(address))?.host ?? '';
    return host === '' || !namesOtherHost(toText(content), host) ? link : `${link} [${host}]`;
  });

const namesOtherHost = (text: string, host: string): boolean =>
  (text.match(hosts) ?? []).some(named => !fileExtensions.test(named) && toComparable(named) !== toComparable(host));

/** Normalizes a host as URLs do, without `www.` and port. */
const toComparable = (host: string): string => (URL.parse(`https://${host}`)?.hostname ?? host).replace(/^www\./, '');

const toText = (content: string): string => decode(content.replaceAll(/<[^>]*>/g, '')).replaceAll(/\p{Cf}/gu, '');

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Decodes the characters that the sanitizer encodes. */
const decode = (text: string): string => text.replaceAll(/&(?:amp|lt|gt|quot);/g, entity => entities[entity] ?? entity);
