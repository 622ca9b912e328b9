import { z } from 'zod';
import {
  type Environment,
  httpUrl,
  portVariable,
  readEnvironment,
  type ServerConfig,
  sharedVariables,
  toServerConfig,
} from '#server/environment';

/** The configuration from the environment. URLs have no trailing slash. */
export type BffConfig = ServerConfig & {
  /** The origin of the bff for browsers; null means "http://localhost:<port>". */
  publicUrl: string | null;
  /** The base URL of the API for browsers, also the OAuth issuer. May have a path prefix. */
  apiPublicUrl: string;
  /** The base URL of the API for the bff (origin and prefix, without /v1). */
  apiUrl: string;
  /** The session keys, newest first; null if they are in the data directory. */
  sessionKeys: string[] | null;
};

/** A session key for A256GCM: 32 bytes in hex. */
export const sessionKey = z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits');

const sessionKeyList = z
  .string()
  .transform(text => text.split(',').map(key => key.trim()))
  .pipe(z.array(sessionKey.toLowerCase()));

const variables = z
  .object({
    ...sharedVariables,
    API_URL: httpUrl.optional(),
    SESSION_KEYS: sessionKeyList.optional(),
    METRICS_PORT: portVariable.optional(),
  })
  .refine(values => values.API_PUBLIC_URL || values.API_PORT !== 0, {
    path: ['API_PUBLIC_URL'],
    message: 'is required when API_PORT is 0',
  });

/** Reads the environment; an empty variable counts as unset. @throws ConfigError naming every invalid variable */
export function readBffConfig(env: Environment): BffConfig {
  const values = readEnvironment(variables, env);
  const apiPublicUrl = values.API_PUBLIC_URL ?? `http://localhost:${values.API_PORT}`;
  return {
    ...toServerConfig(values, { port: values.PORT, metricsPort: values.METRICS_PORT }),
    publicUrl: values.PUBLIC_URL ?? null,
    apiPublicUrl,
    apiUrl: values.API_URL ?? apiPublicUrl,
    sessionKeys: values.SESSION_KEYS ?? null,
  };
}
