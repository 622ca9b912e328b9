import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from './config-error.ts';

/** Where to listen, and the variables that said so. */
type Place = { port: number; host: string; variables: { port: string; host: string } };

/**
 * How many connections the system keeps until they are accepted, if it is set to keep so many itself. Beyond that it drops
 * them without a word, and whoever connects tries again after seconds only; Node's own 511 come together in a busy one.
 */
const mostUnaccepted = 4096;

/**
 * Has a server listen; the port it got.
 * @throws ConfigError with what to do about a port or an address that cannot be used
 */
export const listen = async (server: Server, { port, host, variables }: Place): Promise<number> => {
  server.listen({ port, host, backlog: mostUnaccepted });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw complaintOf(error, variables) ?? error;
  });
  return (server.address() as AddressInfo).port;
};

const complaintOf = ({ code = '' }: NodeJS.ErrnoException, { port, host }: Place['variables']): ConfigError | null => {
  const complaints: Record<string, string> = {
    EADDRINUSE: `${port} is in use by another program: choose another one`,
    EACCES: `${port} may not be opened by this user: choose one above 1023`,
    EADDRNOTAVAIL: `${host} is no address of this machine`,
    ENOTFOUND: `${host} is no address of this machine`,
  };
  const complaint = complaints[code];
  return complaint === undefined ? null : new ConfigError([complaint]);
};
