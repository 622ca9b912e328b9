import { once } from 'node:events';
import { createServer } from 'node:net';
import { LaunchError } from './launch-error.mjs';

/**
 * @typedef {{ PORT: number, API_PORT: number }} Ports
 */

const defaults = { PORT: 3000, API_PORT: 4000 };

/**
 * Reads both ports; 0 stands for a free port.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Ports}
 * @throws {LaunchError} naming every invalid variable
 */
export function readPorts(env) {
  const names = /** @type {('PORT' | 'API_PORT')[]} */ (Object.keys(defaults));
  const invalid = names.filter(name => env[name] && !isPort(env[name]));
  if (invalid.length > 0) {
    throw new LaunchError(
      invalid.map(name => `${name} is "${env[name]}", but a port is a number from 0 to 65535.`).join('\n'),
    );
  }
  const ports = { PORT: Number(env.PORT || defaults.PORT), API_PORT: Number(env.API_PORT || defaults.API_PORT) };
  if (ports.PORT === ports.API_PORT && ports.PORT !== 0) {
    throw new LaunchError(`PORT and API_PORT are both ${ports.PORT}: give each server its own port.`);
  }
  return ports;
}

/** @param {string | undefined} text */
function isPort(text) {
  return /^\d{1,5}$/.test(text ?? '') && Number(text) <= 65535;
}

/**
 * Replaces each 0 with a free port and checks that the other ports are free.
 * @template {Record<string, number>} Ports
 * @param {Ports} requested ports by the name of their variable
 * @param {string} host the address to listen on
 * @returns {Promise<Record<keyof Ports, number>>}
 * @throws {LaunchError} naming the port and its variable, or an invalid HOST
 */
export async function choosePorts(requested, host) {
  /** @type {Record<string, number>} */
  const chosen = {};
  for (const [name, port] of Object.entries(requested)) {
    chosen[name] = await choosePort(name, port, host, Object.values(chosen));
  }
  return /** @type {Record<keyof Ports, number>} */ (chosen);
}

/**
 * @param {string} name
 * @param {number} requestedPort
 * @param {string} host
 * @param {number[]} taken ports that are already chosen
 * @returns {Promise<number>}
 */
async function choosePort(name, requestedPort, host, taken) {
  const { port, code } = await probeHost(requestedPort, host);
  if (requestedPort === 0 && (code === 'EADDRINUSE' || taken.includes(port)))
    return choosePort(name, requestedPort, host, taken);
  if (code === 'EADDRINUSE')
    throw new LaunchError(`Port ${requestedPort} is in use: free it, or set ${name} to a different port.`);
  if (code === 'EACCES')
    throw new LaunchError(`Port ${requestedPort} needs root privileges: set ${name} to a port above 1023.`);
  if (code) throw new LaunchError(`HOST is "${host}", which is not an address of this machine (${code}).`);
  return port;
}

/**
 * Probes the host, and for 127.0.0.1 also ::1. Browsers resolve "localhost" to either, so a different server could
 * receive our requests.
 * @param {number} requestedPort
 * @param {string} host
 */
async function probeHost(requestedPort, host) {
  const probe = await probePort(requestedPort, host);
  if (probe.code || host !== '127.0.0.1') return probe;
  const other = await probePort(probe.port, '::1');
  return other.code === 'EADDRINUSE' ? other : probe;
}

/**
 * Listens on a port briefly.
 * @param {number} requestedPort
 * @param {string} host
 * @returns {Promise<{ port: number, code?: string | undefined }>} the port, and the error code if listening failed
 */
async function probePort(requestedPort, host) {
  const server = createServer();
  try {
    await once(server.listen(requestedPort, host), 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    return { port };
  } catch (error) {
    return { port: requestedPort, code: /** @type {NodeJS.ErrnoException} */ (error).code };
  } finally {
    server.close();
    if (server.listening) await once(server, 'close');
  }
}
