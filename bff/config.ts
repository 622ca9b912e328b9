import { z } from 'zod';
import { ConfigError } from '#server/config-error';
import { readTrustedProxies, type TrustedProxies } from '#server/trusted-proxies';

/** What the bff is told by its environment. Addresses carry no trailing slash. */
export type Config = {
  /** Origin where browsers reach the bff; null means "http://localhost:<the port it got>". */
  publicUrl: string | null;
  port: number;
  host: string;
  /** Base of the API as browsers see it, and the OAuth issuer; may carry a path prefix. */
  apiPublicUrl: string;
  /** Base of the API as the bff reaches it (origin and prefix, without /v1). */
  apiUrl: string;
  dataDir: string;
  /** The OAuth client, when the environment names it; otherwise it is read from the data directory. */
  client: { id: string; secret: string } | null;
  /** Session keys, newest first, when the environment names them; otherwise from the data directory. */
  sessionKeys: string[] | null;
  /** The proxies that are believed about where a browser is. */
  trustProxy: TrustedProxies;
  logLevel: string;
  /** Where /metrics is, on a port of its own; null for nowhere. */
  metrics: { port: number; host: string } | null;
  /** How long new connections are taken after a SIGTERM, in milliseconds, while /readyz says that it ends. */
  shutdownDelay: number;
};

/** A session key: 32 bytes in hex, as A256GCM needs it. */
export const sessionKey = z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits');

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
const isBare = (text: string) => {
  const url = URL.parse(text);
  return !!url && !url.search && !url.hash && !url.username && !url.password;
};
const isProtected = (text: string) => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || loopback.test(url?.hostname ?? '');
};
const withoutSlash = (text: string) => new URL(text).href.replace(/\/+$/, '');

const address = z
  .string()
  .refine(isWebAddress, { message: 'must be an http or https address', abort: true })
  .refine(isBare, 'must carry no query, fragment or credentials')
  .transform(withoutSlash);
const publicAddress = z
  .string()
  .refine(text => !isWebAddress(text) || isProtected(text), 'must be https outside of localhost')
  .pipe(address);
const origin = publicAddress.refine(
  text => new URL(text).pathname === '/',
  'must be an origin, without a path: its cookies cover the whole host',
);
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine(value => value <= 65_535, 'must be at most 65535');
const shutdownDelay = z
  .string()
  .regex(/^[0-5]$/, 'must be a whole number from 0 to 5')
  .transform(Number);
const level = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);
const keyRing = z
  .string()
  .transform(text => text.split(',').map(key => key.trim()))
  .pipe(z.array(sessionKey.toLowerCase()));
const trustedProxies = z
  .string()
  .transform(readTrustedProxies)
  .refine(proxies => proxies !== null, 'must be how many proxies stand in front, or their addresses between commas');

/** RFC 6749, appendix A.1 and A.2. */
const credential = z.string().regex(/^[\x20-\x7e]+$/, 'must hold nothing but printable ASCII characters');

const environment = z
  .object({
    PUBLIC_URL: origin.optional(),
    PORT: port.default(3000),
    HOST: z.string().optional(),
    API_PORT: port.default(4000),
    API_PUBLIC_URL: publicAddress.optional(),
    API_URL: address.optional(),
    DATA_DIR: z.string().default('./data'),
    OAUTH_CLIENT_ID: credential.optional(),
    OAUTH_CLIENT_SECRET: credential.optional(),
    SESSION_KEYS: keyRing.optional(),
    TRUST_PROXY: trustedProxies.optional(),
    METRICS_PORT: port.optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    SHUTDOWN_DELAY_SECONDS: shutdownDelay.default(0),
    LOG_LEVEL: level.default('info'),
  })
  .refine(env => env.API_PUBLIC_URL || env.API_PORT !== 0, {
    path: ['API_PUBLIC_URL'],
    message: 'is needed when API_PORT is 0',
  })
  .refine(env => !env.OAUTH_CLIENT_ID === !env.OAUTH_CLIENT_SECRET, {
    path: ['OAUTH_CLIENT_ID'],
    message: 'and OAUTH_CLIENT_SECRET go together: set both or neither',
  });

/** Parses an environment; an empty variable counts as unset. Throws ConfigError naming every wrong variable. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(issue => `${String(issue.path[0])} ${issue.message}`));
  }
  const { data } = parsed;
  const apiPublicUrl = data.API_PUBLIC_URL ?? `http://localhost:${data.API_PORT}`;
  return {
    publicUrl: data.PUBLIC_URL ?? null,
    port: data.PORT,
    host: data.HOST ?? (data.PUBLIC_URL ? '::' : '127.0.0.1'),
    apiPublicUrl,
    apiUrl: data.API_URL ?? apiPublicUrl,
    dataDir: data.DATA_DIR,
    client:
      data.OAUTH_CLIENT_ID && data.OAUTH_CLIENT_SECRET
        ? { id: data.OAUTH_CLIENT_ID, secret: data.OAUTH_CLIENT_SECRET }
        : null,
    sessionKeys: data.SESSION_KEYS ?? null,
    trustProxy: data.TRUST_PROXY ?? false,
    logLevel: data.LOG_LEVEL,
    metrics: data.METRICS_PORT === undefined ? null : { port: data.METRICS_PORT, host: data.METRICS_HOST },
    shutdownDelay: data.SHUTDOWN_DELAY_SECONDS * 1000,
  };
}

/** The configuration of this process. */
export const processConfig = (): Config => readConfig(process.env);
