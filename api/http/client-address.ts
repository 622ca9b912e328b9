import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Returns the client's address for rate limits, with Express's `trust proxy` applied. An IPv6 address is reduced to its
 * /64 network, since one internet connection usually gets a whole /64.
 */
export const getClientAddress = ({ ip = '' }: IncomingMessage & { ip?: string | undefined }): string => {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? [];
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip;
  return `${expandGroups(ip).slice(0, 4).join(':')}::/64`;
};

/** Expands an IPv6 address to its eight groups (RFC 4291 2.2). */
const expandGroups = (ip: string): string[] => {
  const [left = [], right] = ip.split('::').map(part => part.split(':').filter(group => group !== ''));
  const zeros = right === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...(right ?? [])].map(group => Number.parseInt(group, 16).toString(16));
};
