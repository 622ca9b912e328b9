import { networkInterfaces } from 'node:os';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { isLoopback } from './loopback.ts';
import { readTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that the API and the bff share. */
export type ServerConfig = {
  /** 0 picks a free port. */
  port: number;
  host: string;
  dataDir: string;
  /** The bff's OAuth credentials from the environment. Null to use the credentials in the data directory. */
  bffClient: { id: string; secret: string } | null;
  /** The proxies whose X-Forwarded-For is trusted. */
  trustProxy: TrustedProxies;
  logLevel: string;
  /** The separate listener for /metrics; null to serve no metrics. */
  metrics: { port: number; host: string } | null;
  /** How long new connections are accepted after SIGTERM, while /readyz reports the shutdown. */
  shutdownDelayMilliseconds: number;
};

const isHttp = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');
const isBase = (text: string): boolean => {
  const url = URL.parse(text);
  return !!url && !url.search && !url.hash && !url.username && !url.password;
};
const isSecure = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || (url !== null && isLoopback(url));
};

/** Parses an http or https URL and removes trailing slashes. */
export const httpUrl = z
  .string()
  .refine(isHttp, { message: 'must be an http or https URL', abort: true })
  .refine(isBase, 'must not contain a query, a fragment or credentials')
  .transform(text => new URL(text).href.replace(/\/+$/, ''));

/** A URL that browsers use, so it must be https outside of localhost. */
const publicAddress = z
  .string()
  .refine(text => !isHttp(text) || isSecure(text), 'must be https outside of localhost')
  .pipe(httpUrl);

const origin = publicAddress.refine(
  text => new URL(text).pathname === '/',
  'must be an origin, without a path: its cookies cover the whole host',
);

export const wholeNumberVariable = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine(value => value >= minimum && value <= maximum, `must be a whole number from ${minimum} to ${maximum}`);

export const portVariable = wholeNumberVariable(0, 65_535);

/** RFC 6749, appendix A.1 and A.2. */
const credential = z.string().regex(/^[\x20-\x7e]+$/, 'must contain only printable ASCII characters');
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Environment variables that both servers read. */
export const sharedVariables = {
  PUBLIC_URL: origin.optional(),
  PORT: portVariable.default(3000),
  HOST: z.string().optional(),
  API_PORT: portVariable.default(4000),
  API_PUBLIC_URL: publicAddress.optional(),
  DATA_DIR: z.string().default('./data'),
  OAUTH_CLIENT_ID: credential.optional(),
  OAUTH_CLIENT_SECRET: credential.optional(),
  TRUST_PROXY: z
    .string()
    .transform(readTrustedProxies)
    .refine(proxies => proxies !== null, 'must be the number of proxies in front, or their comma-separated addresses')
    .optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  SHUTDOWN_DELAY_SECONDS: wholeNumberVariable(0, 5).default(0),
  LOG_LEVEL: z.enum(levels, 'must be a log level: error, warn, info, debug …').default('info'),
};

type Shared = z.output<z.ZodObject<typeof sharedVariables>>;

type Ports = { port: number; metricsPort: number | undefined };

/** Returns the address that stands for all addresses of this machine. A machine without IPv6 cannot listen on `::`. */
export const getUnspecifiedAddress = (interfaces: NodeJS.Dict<{ family: string }[]> = networkInterfaces()): string =>
  Object.values(interfaces).some(addresses => addresses?.some(({ family }) => family === 'IPv6')) ? '::' : '0.0.0.0';

/** Converts the shared variables into a server's settings. */
export const toServerConfig = (values: Shared, { port, metricsPort }: Ports): ServerConfig => {
  const { OAUTH_CLIENT_ID: id, OAUTH_CLIENT_SECRET: secret } = values;
  return {
    port,
    host: values.HOST ?? (values.PUBLIC_URL === undefined ? '127.0.0.1' : getUnspecifiedAddress()),
    dataDir: values.DATA_DIR,
    bffClient: id !== undefined && secret !== undefined ? { id, secret } : null,
    trustProxy: values.TRUST_PROXY ?? false,
    logLevel: values.LOG_LEVEL,
    metrics: metricsPort === undefined ? null : { port: metricsPort, host: values.METRICS_HOST },
    shutdownDelayMilliseconds: values.SHUTDOWN_DELAY_SECONDS * 1000,
  };
};

/**
 * Validates environment variables; an empty variable counts as unset.
 * @throws ConfigError naming every invalid variable
 */
export const readEnvironment = <Values extends Shared>(variables: z.ZodType<Values>, env: Environment): Values => {
  const schema = variables.refine(values => !values.OAUTH_CLIENT_ID === !values.OAUTH_CLIENT_SECRET, {
    path: ['OAUTH_CLIENT_ID'],
    message: 'and OAUTH_CLIENT_SECRET go together: set both or neither',
  });
  const result = schema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`));
};
