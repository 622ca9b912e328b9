import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';

/**
 * @typedef {import('./ports.mjs').Ports} Ports
 * @typedef {{
 *   api: NodeJS.ProcessEnv,
 *   bff: NodeJS.ProcessEnv,
 *   readyUrls: string[],
 *   publicUrl: string,
 *   apiPublicUrl: string,
 *   sampleData: boolean,
 * }} Plan each server's environment, the readiness URLs, the public URLs, and whether an empty desk gets sample data
 */

/**
 * Chooses the address to listen on: only loopback, unless HOST or PUBLIC_URL is set. A machine without IPv6 cannot
 * listen on `::`.
 * @param {NodeJS.ProcessEnv} env
 * @param {NodeJS.Dict<{ family: string }[]>} interfaces
 */
export function chooseHost(env, interfaces = networkInterfaces()) {
  if (env.HOST || !env.PUBLIC_URL) return env.HOST || '127.0.0.1';
  const hasIpv6 = Object.values(interfaces).some(addresses => addresses?.some(({ family }) => family === 'IPv6'));
  return hasIpv6 ? '::' : '0.0.0.0';
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} root base of a relative DATA_DIR
 */
export function chooseDataDir(env, root) {
  return resolve(root, env.DATA_DIR || 'data');
}

/**
 * Chooses every address once, so that both servers agree.
 * @param {NodeJS.ProcessEnv} env the user's variables
 * @param {Ports} ports not 0
 * @param {string} root
 * @returns {Plan}
 */
export function planAddresses(env, ports, root) {
  const host = chooseHost(env);
  const origin = `http://${getReachableHost(host)}`;
  const publicUrl = env.PUBLIC_URL || `http://localhost:${ports.PORT}`;
  const apiPublicUrl = env.API_PUBLIC_URL || `http://localhost:${ports.API_PORT}`;
  const apiUrl = `${origin}:${ports.API_PORT}${getPathPrefix(apiPublicUrl)}`;
  const sampleData = env.SAMPLE_DATA || (env.PUBLIC_URL ? 'off' : 'on');
  const sharedVariables = {
    NODE_ENV: 'production',
    ...env,
    HOST: host,
    PORT: String(ports.PORT),
    API_PORT: String(ports.API_PORT),
    PUBLIC_URL: publicUrl,
    API_PUBLIC_URL: apiPublicUrl,
    API_URL: env.API_URL || apiUrl,
    DATA_DIR: chooseDataDir(env, root),
    LOG_LEVEL: chooseLogLevel(env),
  };
  return {
    // SAMPLE_DATA is explicit because its default depends on PUBLIC_URL, which is always set here.
    api: { ...withoutBffSecrets(sharedVariables), SAMPLE_DATA: sampleData },
    bff: withoutApiSecrets(sharedVariables),
    readyUrls: [`${apiUrl}/readyz`, `${origin}:${ports.PORT}/readyz`],
    publicUrl,
    apiPublicUrl,
    sampleData: ['on', 'true', '1'].includes(sampleData),
  };
}

/**
 * Lowers a level above "info" to "info". At this level, the first start always logs the new administrator, for the
 * greeting. The log view filters the other lines.
 * @param {NodeJS.ProcessEnv} env
 */
function chooseLogLevel({ LOG_LEVEL }) {
  return !LOG_LEVEL || ['warn', 'error', 'fatal', 'silent'].includes(LOG_LEVEL) ? 'info' : LOG_LEVEL;
}

/**
 * Returns the host under which this machine reaches a server that listens on `host`.
 * @param {string} host
 */
function getReachableHost(host) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * @param {string} url
 * @returns {string} the path without a trailing slash; empty for an invalid URL, which the servers will report
 */
function getPathPrefix(url) {
  return URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : '';
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function withoutBffSecrets({ SESSION_KEYS: _, ...env }) {
  return env;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function withoutApiSecrets({ DATABASE_URL: _, ADMIN_PASSWORD: __, SECRET_KEYS: ___, ...env }) {
  return env;
}
