import { once } from 'node:events';
import { createServer } from 'node:net';
import { Refusal } from './refusal.mjs';

/**
 * @typedef {{ PORT: number, API_PORT: number }} Ports
 */

const defaults = { PORT: 3000, API_PORT: 4000 };

/**
 * Reads both ports; 0 asks for a free one.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Ports}
 * @throws {Refusal} naming every wrong variable
 */
export function readPorts(env) {
  const names = /** @type {('PORT' | 'API_PORT')[]} */ (Object.keys(defaults));
  const wrong = names.filter(name => env[name] && !isPort(env[name]));
  if (wrong.length > 0) {
    throw new Refusal(
      wrong.map(name => `${name} is "${env[name]}", but a port is a number from 0 to 65535.`).join('\n'),
    );
  }
  const ports = { PORT: Number(env.PORT || defaults.PORT), API_PORT: Number(env.API_PORT || defaults.API_PORT) };
  if (ports.PORT === ports.API_PORT && ports.PORT !== 0) {
    throw new Refusal(`PORT and API_PORT are both ${ports.PORT}: give each server its own port.`);
  }
  return ports;
}

/** @param {string | undefined} text */
function isPort(text) {
  return /^\d{1,5}$/.test(text ?? '') && Number(text) <= 65535;
}

/**
 * Replaces each 0 by a free port and makes sure that the other ports are free.
 * @template {Record<string, number>} Wanted
 * @param {Wanted} wanted by the variable that sets each
 * @param {string} host the address to be listened on
 * @returns {Promise<Record<keyof Wanted, number>>}
 * @throws {Refusal} naming the port and its variable
 */
export async function claimPorts(wanted, host) {
  /** @type {Record<string, number>} */
  const claimed = {};
  for (const [name, port] of Object.entries(wanted)) {
    claimed[name] = await claimPort(name, port, host, Object.values(claimed));
  }
  return /** @type {Record<keyof Wanted, number>} */ (claimed);
}

/**
 * @param {string} name
 * @param {number} wanted
 * @param {string} host
 * @param {number[]} taken ports that are promised already
 * @returns {Promise<number>}
 */
async function claimPort(name, wanted, host, taken) {
  const { port, code } = await probeLocalhost(wanted, host);
  if (wanted === 0 && (code === 'EADDRINUSE' || taken.includes(port))) return claimPort(name, wanted, host, taken);
  if (code === 'EADDRINUSE') throw new Refusal(`Port ${wanted} is in use: free it, or set ${name} to another port.`);
  if (code === 'EACCES') throw new Refusal(`Port ${wanted} is not yours to use: set ${name} to a port above 1023.`);
  if (code) throw new Refusal(`HOST is "${host}", which is no address of this machine (${code}).`);
  return port;
}

/**
 * Browsers take "localhost" for either loopback address, so a stranger on the other one would answer for us.
 * @param {number} wanted
 * @param {string} host
 */
async function probeLocalhost(wanted, host) {
  const probe = await probePort(wanted, host);
  if (probe.code || host !== '127.0.0.1') return probe;
  const other = await probePort(probe.port, '::1');
  return other.code === 'EADDRINUSE' ? other : probe;
}

/**
 * Listens for a moment.
 * @param {number} wanted
 * @param {string} host
 * @returns {Promise<{ port: number, code?: string | undefined }>} the port listened on, or why that failed
 */
async function probePort(wanted, host) {
  const server = createServer();
  try {
    await once(server.listen(wanted, host), 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    return { port };
  } catch (error) {
    return { port: wanted, code: /** @type {NodeJS.ErrnoException} */ (error).code };
  } finally {
    server.close();
    if (server.listening) await once(server, 'close');
  }
}
