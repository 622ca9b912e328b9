import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { ConfigError } from './config-error.ts';

/** An address to listen on, and the variables that set it. */
type ListenAddress = { port: number; host: string; variables: { port: string; host: string } };

/**
 * The maximum number of unaccepted connections, if the system's own limit allows it. Further connections are dropped
 * silently, and clients retry only after seconds; Node's default of 511 fills up within one busy event-loop iteration.
 */
const backlog = 4096;

/**
 * Starts listening and returns the port.
 * @throws ConfigError when the port or the address is unusable
 */
export const startListening = async (server: Server, { port, host, variables }: ListenAddress): Promise<number> => {
  server.listen({ port, host, backlog });
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw toConfigError(error, variables) ?? error;
  });
  return (server.address() as AddressInfo).port;
};

const toConfigError = (
  { code = '' }: NodeJS.ErrnoException,
  { port, host }: ListenAddress['variables'],
): ConfigError | null => {
  const messages: Record<string, string> = {
    EADDRINUSE: `${port} is in use by another program: choose another port`,
    EACCES: `${port} needs privileges that this user lacks: choose a port above 1023`,
    EADDRNOTAVAIL: `${host} is not an address of this machine`,
    ENOTFOUND: `${host} is not an address of this machine`,
  };
  const message = messages[code];
  return message === undefined ? null : new ConfigError([message]);
};
