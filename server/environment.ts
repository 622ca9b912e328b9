import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { isLoopback } from './loopback.ts';
import { readTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What both servers are told alike. */
export type ServerConfig = {
  /** 0 picks a free port. */
  port: number;
  host: string;
  dataDir: string;
  /** The bff as an OAuth client, when the environment names it; otherwise it is in the data directory. */
  bffClient: { id: string; secret: string } | null;
  /** The proxies that are believed about where a caller is. */
  trustProxy: TrustedProxies;
  logLevel: string;
  /** Where /metrics is, on a port of its own; null for nowhere. */
  metrics: { port: number; host: string } | null;
  /** How long new connections are taken after a SIGTERM, in milliseconds, while /readyz says that it ends. */
  shutdownDelay: number;
};

const isHttp = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
const isBare = (text: string): boolean => {
  const url = URL.parse(text);
  return !!url && !url.search && !url.hash && !url.username && !url.password;
};
const isProtected = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url !== null && isLoopback(url));
};

/** An http or https address; the trailing slash goes. */
export const address = z
  .string()
  .refine(isHttp, { message: 'must be an http or https address', abort: true })
  .refine(isBare, 'must carry no query, fragment or credentials')
  .transform(text => new URL(text).href.replace(/\/+$/, ''));

/** One that browsers come by. */
const publicAddress = z
  .string()
  .refine(text => !isHttp(text) || isProtected(text), 'must be https outside of localhost')
  .pipe(address);

const origin = publicAddress.refine(
  text => new URL(text).pathname === '/',
  'must be an origin, without a path: its cookies cover the whole host',
);

/** A whole number. */
export const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine(value => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

export const port = whole(0, 65_535);

/** RFC 6749, appendix A.1 and A.2. */
const credential = z.string().regex(/^[\x20-\x7e]+$/, 'must hold nothing but printable ASCII characters');
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The variables that both servers read. */
export const sharedVariables = {
  PUBLIC_URL: origin.optional(),
  PORT: port.default(3000),
  HOST: z.string().optional(),
  API_PORT: port.default(4000),
  API_PUBLIC_URL: publicAddress.optional(),
  DATA_DIR: z.string().default('./data'),
  OAUTH_CLIENT_ID: credential.optional(),
  OAUTH_CLIENT_SECRET: credential.optional(),
  TRUST_PROXY: z
    .string()
    .transform(readTrustedProxies)
    .refine(proxies => proxies !== null, 'must be how many proxies stand in front, or their addresses between commas')
    .optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SHUTDOWN_DELAY_SECONDS: whole(0, 5).default(0),
  LOG_LEVEL: z.enum(levels, 'must be a level: error, warn, info, debug …').default('info'),
};

type Shared = z.output<z.ZodObject<typeof sharedVariables>>;

/** Where a server listens, and for whom its metrics are. */
type Ports = { port: number; metricsPort: number | undefined };

/** What the shared variables say. */
export const sharedConfig = (said: Shared, { port, metricsPort }: Ports): ServerConfig => {
  const { OAUTH_CLIENT_ID: id, OAUTH_CLIENT_SECRET: secret } = said;
  return {
    port,
    host: said.HOST ?? (said.PUBLIC_URL === undefined ? '127.0.0.1' : '::'),
    dataDir: said.DATA_DIR,
    bffClient: id !== undefined && secret !== undefined ? { id, secret } : null,
    trustProxy: said.TRUST_PROXY ?? false,
    logLevel: said.LOG_LEVEL,
    metrics: metricsPort === undefined ? null : { port: metricsPort, host: said.METRICS_HOST },
    shutdownDelay: said.SHUTDOWN_DELAY_SECONDS * 1000,
  };
};

/**
 * Reads an environment's variables; an empty one counts as unset.
 * @throws ConfigError naming every wrong variable
 */
export const readEnvironment = <Said extends Shared>(variables: z.ZodType<Said>, env: Environment): Said => {
  const checked = variables.refine(said => !said.OAUTH_CLIENT_ID === !said.OAUTH_CLIENT_SECRET, {
    path: ['OAUTH_CLIENT_ID'],
    message: 'and OAUTH_CLIENT_SECRET go together: set both or neither',
  });
  const read = checked.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
  if (read.success) return read.data;
  throw new ConfigError(read.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`));
};
