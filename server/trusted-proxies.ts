import { isIP } from 'node:net';

/** What Express calls `trust proxy`: how many proxies stand in front, or which; false where none is believed. */
export type TrustedProxies = number | string | false;

const ranges = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** An address, or a network with the length of its prefix. */
const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const length = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
  return longest > 0 && length > 0 && length <= longest && more.length === 0;
};

/** Reads TRUST_PROXY; null for what Express would not take. */
export const readTrustedProxies = (text: string): TrustedProxies | null => {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const named = text.split(',').map(name => name.trim());
  return named.every(name => ranges.has(name) || isNetwork(name)) ? named.join(',') : null;
};
