import { z } from 'zod';
import { ConfigError } from '#server/config-error';
import { readTrustedProxies, type TrustedProxies } from '#server/trusted-proxies';
import { isLoopback } from './http/loopback.ts';

/** What the api is told by its environment. Addresses carry no trailing slash. */
export type Config = {
  /** 0 picks a free port. */
  port: number;
  host: string;
  /** Base of the API as the world sees it, and the OAuth issuer; may carry a path prefix. Null: http://localhost:<the port it got>. */
  publicUrl: string | null;
  /** Origin where browsers reach the bff: its sign-in comes back there. */
  deskUrl: string;
  dataDir: string;
  /** postgres://…, or undefined for the SQLite file in the data directory. */
  databaseUrl: string | undefined;
  admin: { email: string; password: string | undefined };
  sampleData: boolean;
  limits: { perMinute: number; ipPerMinute: number };
  /** The proxies that are believed about where a caller is. */
  trustProxy: TrustedProxies;
  /** The bff's OAuth client, when the environment names it; otherwise it is read from, or written to, the data directory. */
  bffClient: { id: string; secret: string } | null;
  logLevel: string;
  /** Where /metrics is, on a port of its own; null for nowhere. */
  metrics: { port: number; host: string } | null;
  /** How long new connections are taken after a SIGTERM, in milliseconds, while /readyz says that it ends. */
  shutdownDelay: number;
};

const address = z
  .string()
  .refine(text => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
    message: 'must be an http or https address',
    abort: true,
  })
  .refine(text => {
    const url = URL.parse(text);
    return url?.protocol === 'https:' || (url !== null && isLoopback(url));
  }, 'must be https outside of localhost')
  .refine(text => {
    const url = URL.parse(text);
    return !!url && !url.search && !url.hash && !url.username && !url.password;
  }, 'must carry no query, fragment or credentials')
  .transform(text => new URL(text).href.replace(/\/+$/, ''));

const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine(value => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);

const port = whole(0, 65_535);
const yesOrNo = z
  .enum(['true', 'false', '1', '0', 'on', 'off'], 'must be true or false')
  .transform(word => ['true', '1', 'on'].includes(word));
const postgresUrl = z
  .string()
  .refine(text => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''), 'must begin with postgres://');
const trustedProxies = z
  .string()
  .transform(readTrustedProxies)
  .refine(proxies => proxies !== null, 'must be how many proxies stand in front, or their addresses between commas');

/** RFC 6749, appendix A.1 and A.2. */
const credential = z.string().regex(/^[\x20-\x7e]+$/, 'must hold nothing but printable ASCII characters');

const environment = z
  .object({
    PUBLIC_URL: address.optional(),
    PORT: port.default(3000),
    HOST: z.string().optional(),
    API_PORT: port.default(4000),
    API_PUBLIC_URL: address.optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: postgresUrl.optional(),
    ADMIN_EMAIL: z.email('must be an e-mail address').default('admin@stardesk.local'),
    ADMIN_PASSWORD: z.string().min(10, 'must have at least 10 characters').optional(),
    SAMPLE_DATA: yesOrNo.optional(),
    RATE_LIMIT_PER_MINUTE: whole(1, 1_000_000).default(1000),
    RATE_LIMIT_IP_PER_MINUTE: whole(1, 1_000_000).default(60),
    TRUST_PROXY: trustedProxies.optional(),
    API_METRICS_PORT: port.optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    SHUTDOWN_DELAY_SECONDS: whole(0, 5).default(0),
    OAUTH_CLIENT_ID: credential.optional(),
    OAUTH_CLIENT_SECRET: credential.optional(),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be a level: error, warn, info, debug …',
      )
      .default('info'),
  })
  .refine(env => !env.OAUTH_CLIENT_ID === !env.OAUTH_CLIENT_SECRET, {
    path: ['OAUTH_CLIENT_ID'],
    message: 'and OAUTH_CLIENT_SECRET go together: set both or neither',
  });

/** Parses an environment; an empty variable counts as unset. Throws ConfigError naming every wrong variable. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(issue => `${String(issue.path[0])} ${issue.message}`));
  }
  const { data } = parsed;
  return {
    port: data.API_PORT,
    host: data.HOST ?? (data.PUBLIC_URL === undefined ? '127.0.0.1' : '::'),
    publicUrl: data.API_PUBLIC_URL ?? null,
    deskUrl: data.PUBLIC_URL ?? `http://localhost:${data.PORT}`,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    admin: { email: data.ADMIN_EMAIL, password: data.ADMIN_PASSWORD },
    sampleData: data.SAMPLE_DATA ?? data.PUBLIC_URL === undefined,
    limits: { perMinute: data.RATE_LIMIT_PER_MINUTE, ipPerMinute: data.RATE_LIMIT_IP_PER_MINUTE },
    trustProxy: data.TRUST_PROXY ?? false,
    bffClient:
      data.OAUTH_CLIENT_ID !== undefined && data.OAUTH_CLIENT_SECRET !== undefined
        ? { id: data.OAUTH_CLIENT_ID, secret: data.OAUTH_CLIENT_SECRET }
        : null,
    logLevel: data.LOG_LEVEL,
    metrics: data.API_METRICS_PORT === undefined ? null : { port: data.API_METRICS_PORT, host: data.METRICS_HOST },
    shutdownDelay: data.SHUTDOWN_DELAY_SECONDS * 1000,
  };
};

/** The configuration of this process. */
export const processConfig = (): Config => readConfig(process.env);
