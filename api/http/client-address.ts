import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Where a request comes from, as limits count it; Express has told which proxies to believe. Of IPv6 it is the network of
 * 64 bits that one connection gets: whoever has it has more addresses than any limit could count.
 */
export const clientAddress = ({ ip = '' }: IncomingMessage & { ip?: string | undefined }): string => {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip) ?? [];
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip;
  return `${groupsOf(ip).slice(0, 4).join(':')}::/64`;
};

/** The eight groups of an address, however it is written (RFC 4291 2.2). */
const groupsOf = (ip: string): string[] => {
  const [left = [], right] = ip.split('::').map(part => part.split(':').filter(group => group !== ''));
  const zeros = right === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...(right ?? [])].map(group => Number.parseInt(group, 16).toString(16));
};
