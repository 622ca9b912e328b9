import { z } from 'zod';
import {
  type Environment,
  port,
  readEnvironment,
  type ServerConfig,
  sharedConfig,
  sharedVariables,
  whole,
} from '#server/environment';

/** What the api is told by its environment. Addresses carry no trailing slash. */
export type Config = ServerConfig & {
  /** Base of the API as the world sees it, and the OAuth issuer; may carry a path prefix. Null: http://localhost:<the port it got>. */
  publicUrl: string | null;
  /** Origin where browsers reach the bff: its sign-in comes back there. */
  deskUrl: string;
  /** postgres://…, or undefined for the SQLite file in the data directory. */
  databaseUrl: string | undefined;
  /** How long a request waits for a statement there, in milliseconds. */
  databasePatience: number;
  admin: { email: string; password: string | undefined };
  sampleData: boolean;
  limits: { perMinute: number; ipPerMinute: number };
};

const yesOrNo = z
  .enum(['true', 'false', '1', '0', 'on', 'off'], 'must be true or false')
  .transform(word => ['true', '1', 'on'].includes(word));
const postgresUrl = z
  .string()
  .refine(text => /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? ''), 'must begin with postgres://');

const variables = z.object({
  ...sharedVariables,
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_TIMEOUT_SECONDS: whole(1, 600).default(8),
  ADMIN_EMAIL: z.email('must be an e-mail address').default('admin@stardesk.local'),
  ADMIN_PASSWORD: z.string().min(10, 'must have at least 10 characters').optional(),
  SAMPLE_DATA: yesOrNo.optional(),
  RATE_LIMIT_PER_MINUTE: whole(1, 1_000_000).default(1000),
  RATE_LIMIT_IP_PER_MINUTE: whole(1, 1_000_000).default(60),
  API_METRICS_PORT: port.optional(),
});

/** Reads an environment; an empty variable counts as unset. Throws ConfigError naming every wrong variable. */
export const readConfig = (env: Environment): Config => {
  const said = readEnvironment(variables, env);
  return {
    ...sharedConfig(said, { port: said.API_PORT, metricsPort: said.API_METRICS_PORT }),
    publicUrl: said.API_PUBLIC_URL ?? null,
    deskUrl: said.PUBLIC_URL ?? `http://localhost:${said.PORT}`,
    databaseUrl: said.DATABASE_URL,
    databasePatience: said.DATABASE_TIMEOUT_SECONDS * 1000,
    admin: { email: said.ADMIN_EMAIL, password: said.ADMIN_PASSWORD },
    sampleData: said.SAMPLE_DATA ?? said.PUBLIC_URL === undefined,
    limits: { perMinute: said.RATE_LIMIT_PER_MINUTE, ipPerMinute: said.RATE_LIMIT_IP_PER_MINUTE },
  };
};
