import { z } from 'zod';
import {
  address,
  type Environment,
  port,
  readEnvironment,
  type ServerConfig,
  sharedConfig,
  sharedVariables,
} from '#server/environment';

/** What the bff is told by its environment. Addresses carry no trailing slash. */
export type Config = ServerConfig & {
  /** Origin where browsers reach the bff; null means "http://localhost:<the port it got>". */
  publicUrl: string | null;
  /** Base of the API as browsers see it, and the OAuth issuer; may carry a path prefix. */
  apiPublicUrl: string;
  /** Base of the API as the bff reaches it (origin and prefix, without /v1). */
  apiUrl: string;
  /** Session keys, newest first, when the environment names them; otherwise from the data directory. */
  sessionKeys: string[] | null;
};

/** A session key: 32 bytes in hex, as A256GCM needs it. */
export const sessionKey = z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits');

const keyRing = z
  .string()
  .transform(text => text.split(',').map(key => key.trim()))
  .pipe(z.array(sessionKey.toLowerCase()));

const variables = z
  .object({
    ...sharedVariables,
    API_URL: address.optional(),
    SESSION_KEYS: keyRing.optional(),
    METRICS_PORT: port.optional(),
  })
  .refine(said => said.API_PUBLIC_URL || said.API_PORT !== 0, {
    path: ['API_PUBLIC_URL'],
    message: 'is needed when API_PORT is 0',
  });

/** Reads an environment; an empty variable counts as unset. Throws ConfigError naming every wrong variable. */
export function readConfig(env: Environment): Config {
  const said = readEnvironment(variables, env);
  const apiPublicUrl = said.API_PUBLIC_URL ?? `http://localhost:${said.API_PORT}`;
  return {
    ...sharedConfig(said, { port: said.PORT, metricsPort: said.METRICS_PORT }),
    publicUrl: said.PUBLIC_URL ?? null,
    apiPublicUrl,
    apiUrl: said.API_URL ?? apiPublicUrl,
    sessionKeys: said.SESSION_KEYS ?? null,
  };
}
