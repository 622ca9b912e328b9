/** Search parameters as names and values, in the order in which they were written. */
export type Search = Readonly<Record<string, string>>;

/** Characters that a query may hold as they are (RFC 3986, 3.4), and that read better so. */
const readable: Readonly<Record<string, string>> = { '%2C': ',', '%3A': ':', '%40': '@', '%2F': '/', '%20': '+' };

/** `'` is among what encodeURIComponent leaves and browsers encode; encoded here, the address is the one they show. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/%(?:2C|3A|40|2F|20)/g, code => readable[code] ?? code)
    .replaceAll("'", '%27');

/** Reads the query of an address, with or without its question mark. Of a repeated name the last value counts. */
export const parseSearch = (query: string): Search => Object.fromEntries(new URLSearchParams(query));

/** Writes the query of an address, from the question mark on; empty without parameters. Undefined values are left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${encode(name)}=${encode(String(value))}`).join('&')}`;
}
