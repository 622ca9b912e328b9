import { isIP } from 'node:net';

/** Express's `trust proxy`: the number of proxies, or their addresses; false to trust no proxy. */
export type TrustedProxies = number | string | false;

const ranges = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Accepts an address, or a network in CIDR notation. */
const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/');
  const maxLength = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const length = prefix === undefined ? maxLength : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
  return maxLength > 0 && length > 0 && length <= maxLength && more.length === 0;
};

/** Parses TRUST_PROXY; returns null for values that Express would reject. */
export const readTrustedProxies = (text: string): TrustedProxies | null => {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const names = text.split(',').map(name => name.trim());
  return names.every(name => ranges.has(name) || isNetwork(name)) ? names.join(',') : null;
};
