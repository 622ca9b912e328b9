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
 * }} Plan each server's environment, where they say that they are ready, where browsers go, and whether an empty desk gets sample data
 */

/**
 * The address to listen on: a desk that is only being tried is not open to the network.
 * @param {NodeJS.ProcessEnv} env
 */
export function chooseHost(env) {
  return env.HOST || (env.PUBLIC_URL ? '::' : '127.0.0.1');
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} root what a relative DATA_DIR is relative to
 */
export function chooseDataDir(env, root) {
  return resolve(root, env.DATA_DIR || 'data');
}

/**
 * Settles every address once, so that both servers are told the same ones and neither guesses.
 * @param {NodeJS.ProcessEnv} env the person's variables
 * @param {Ports} ports no longer 0
 * @param {string} root
 * @returns {Plan}
 */
export function planAddresses(env, ports, root) {
  const host = chooseHost(env);
  const origin = `http://${reachableHost(host)}`;
  const publicUrl = env.PUBLIC_URL || `http://localhost:${ports.PORT}`;
  const apiPublicUrl = env.API_PUBLIC_URL || `http://localhost:${ports.API_PORT}`;
  const apiUrl = `${origin}:${ports.API_PORT}${pathPrefix(apiPublicUrl)}`;
  const sampleData = env.SAMPLE_DATA || (env.PUBLIC_URL ? 'off' : 'on');
  const both = {
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
    // PUBLIC_URL is set from here on, so what depends on its absence is said aloud.
    api: { ...withoutBffSecrets(both), SAMPLE_DATA: sampleData },
    bff: withoutApiSecrets(both),
    readyUrls: [`${apiUrl}/readyz`, `${origin}:${ports.PORT}/readyz`],
    publicUrl,
    apiPublicUrl,
    sampleData: ['on', 'true', '1'].includes(sampleData),
  };
}

/**
 * The password of a first start is told at level "info", so no server is told to keep quieter than that; what people see is
 * chosen here.
 * @param {NodeJS.ProcessEnv} env
 */
function chooseLogLevel({ LOG_LEVEL }) {
  return !LOG_LEVEL || ['warn', 'error', 'fatal', 'silent'].includes(LOG_LEVEL) ? 'info' : LOG_LEVEL;
}

/**
 * Where a server that listens on `host` is reached from this machine.
 * @param {string} host
 */
function reachableHost(host) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * @param {string} url
 * @returns {string} the path without a last slash; empty also for what is no URL, which the servers will say
 */
function pathPrefix(url) {
  return URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : '';
}

/**
 * The API knows no sessions of the bff.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function withoutBffSecrets({ SESSION_KEYS: _, ...env }) {
  return env;
}

/**
 * The bff has no store and no accounts.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function withoutApiSecrets({ DATABASE_URL: _, ADMIN_PASSWORD: __, ...env }) {
  return env;
}
