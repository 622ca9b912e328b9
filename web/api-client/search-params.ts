/** Search parameters by name, in the order of the URL. */
export type SearchParams = Readonly<Record<string, string>>;

/**
 * Characters that need no escape in a query (RFC 3986, 3.4), by their percent-encoding. `+` means a space, as in forms.
 */
const readable: Readonly<Record<string, string>> = { '%2C': ',', '%3A': ':', '%40': '@', '%2F': '/', '%20': '+' };

/** Encodes a name or value. Also encodes `'`, as browsers do, so that the browser does not change the URL. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/%(?:2C|3A|40|2F|20)/g, code => readable[code] ?? code)
    .replaceAll("'", '%27');

/** Parses a query, with or without its question mark. The last value of a repeated name wins. */
export const parseSearch = (query: string): SearchParams => Object.fromEntries(new URLSearchParams(query));

/** Formats a query including its question mark; empty without parameters. Undefined values are omitted. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${encode(name)}=${encode(String(value))}`).join('&')}`;
}
