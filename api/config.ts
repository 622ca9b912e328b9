import { z } from 'zod';
import { maxPasswordLength, minPasswordLength, password } from '#contract/people';
import {
  type Environment,
  portVariable,
  readEnvironment,
  type ServerConfig,
  sharedVariables,
  toServerConfig,
  wholeNumberVariable,
} from '#server/environment';
import { splitHosts } from './database/postgres-hosts.ts';
import { type DatabaseProfile, databaseProfiles } from './database/profile.ts';
import { type FileDriverName, fileDrivers } from './files/driver.ts';
import { secretKeyText } from './secrets/secret-keys.ts';

/** Settings of the API. URLs have no trailing slash. */
export type Config = ServerConfig & {
  /** Public base URL and OAuth issuer, possibly with a path prefix. Null: http://localhost:<port>. */
  apiPublicUrl: string | null;
  /** Public origin of the bff, the target of its OAuth redirects. */
  deskUrl: string;
  /** The URL of a PostgreSQL database; undefined for the SQLite file in the data directory. */
  databaseUrl: string | undefined;
  /** `strict` avoids features of PostgreSQL that distributed engines may lack. */
  databaseProfile: DatabaseProfile;
  /** The timeout of statements on PostgreSQL, in milliseconds. Migrations have no timeout. */
  databaseTimeoutMilliseconds: number;
  /** The number of ticket numbers that this process reserves in one block. */
  idBlock: number;
  /** Whether PostgreSQL caches the plans of frequent statements in each connection. */
  usesPreparedStatements: boolean;
  /** Where new files are stored; undefined for the default of the engine. */
  fileDriver: FileDriverName | undefined;
  /** Whether this process runs background jobs. At least one process of a desk must. */
  runsJobs: boolean;
  /** The port of LMTP on this machine; 0 picks a free port, null is off. */
  lmtpPort: number | null;
  admin: { email: string; password: string | undefined };
  /** Whether a first start adds the sample data. */
  addsSampleData: boolean;
  limits: { perMinute: number; ipPerMinute: number };
  /** Whether everyone may sign in with a password, regardless of the settings. */
  allowsPasswords: boolean;
  /** The keys that seal secrets, newest first. Null if they are in the data directory. */
  secretKeys: string[] | null;
};

const booleanVariable = z
  .enum(['true', 'false', '1', '0', 'on', 'off'], 'must be true or false')
  .transform(word => ['true', '1', 'on'].includes(word));
const postgresUrl = z
  .string()
  .refine(
    text => splitHosts(text) !== null,
    'must be like postgres://user:password@host:5432/name (several hosts: host1:5432,host2:5432)',
  );

const secretKeyList = z
  .string()
  .transform(text => text.split(',').map(key => key.trim()))
  .pipe(z.array(secretKeyText));

const variables = z.object({
  ...sharedVariables,
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_PROFILE: z.enum(databaseProfiles, 'must be standard or strict').default('standard'),
  DATABASE_TIMEOUT_SECONDS: wholeNumberVariable(1, 600).default(8),
  DATABASE_PREPARED_STATEMENTS: booleanVariable.default(false),
  FILES: z.enum(fileDrivers, 'must be disk or database').optional(),
  ID_BLOCK: wholeNumberVariable(1, 1000).default(1),
  JOBS: booleanVariable.default(true),
  LMTP_PORT: portVariable.optional(),
  ADMIN_EMAIL: z.email('must be an email address').default('admin@stardesk.local'),
  ADMIN_PASSWORD: z
    .string()
    .refine(
      text => password.safeParse(text).success,
      `must have ${minPasswordLength} to ${maxPasswordLength} characters`,
    )
    .optional(),
  SAMPLE_DATA: booleanVariable.optional(),
  RATE_LIMIT_PER_MINUTE: wholeNumberVariable(1, 1_000_000).default(1000),
  RATE_LIMIT_IP_PER_MINUTE: wholeNumberVariable(1, 1_000_000).default(60),
  API_METRICS_PORT: portVariable.optional(),
  SECRET_KEYS: secretKeyList.optional(),
  SIGN_IN: z.literal('password', 'must be password').optional(),
});

/** Reads the environment; an empty variable counts as unset. @throws ConfigError naming every invalid variable */
export const readConfig = (env: Environment): Config => {
  const values = readEnvironment(variables, env);
  return {
    ...toServerConfig(values, { port: values.API_PORT, metricsPort: values.API_METRICS_PORT }),
    apiPublicUrl: values.API_PUBLIC_URL ?? null,
    deskUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    databaseUrl: values.DATABASE_URL,
    databaseProfile: values.DATABASE_PROFILE,
    databaseTimeoutMilliseconds: values.DATABASE_TIMEOUT_SECONDS * 1000,
    usesPreparedStatements: values.DATABASE_PREPARED_STATEMENTS,
    idBlock: values.ID_BLOCK,
    fileDriver: values.FILES,
    runsJobs: values.JOBS,
    lmtpPort: values.LMTP_PORT ?? null,
    admin: { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD },
    addsSampleData: values.SAMPLE_DATA ?? values.PUBLIC_URL === undefined,
    secretKeys: values.SECRET_KEYS ?? null,
    allowsPasswords: values.SIGN_IN === 'password',
    limits: { perMinute: values.RATE_LIMIT_PER_MINUTE, ipPerMinute: values.RATE_LIMIT_IP_PER_MINUTE },
  };
};
