import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OAuthClient } from './oauth-client.ts';
import { type OAuthFailure, toOAuthFailure } from './oauth-failure.ts';

/** The settings that sign-in needs. Except for `apiUrl`, the API must have the same values. */
type Settings = { publicUrl: string; apiPublicUrl: string; apiUrl: string; clientId: string };

const instruction =
  'run "npm run desk -- clients web-app" on the API host and set the variables that the command prints';

/** Error codes of a response that no authorization server sends, such as a web page. */
const foreignResponse = /^OAUTH_(RESPONSE_IS_NOT_CONFORM|RESPONSE_IS_NOT_JSON|PARSE_ERROR)$/;

/** Returns why sign-in is impossible and which variable to check. */
function describeFailure({ code }: OAuthFailure, { publicUrl, apiPublicUrl, apiUrl, clientId }: Settings): string {
  const server = `The server at API_URL (${apiUrl})`;
  const requirement = 'must be the same here and on the API host';
  if (code === 'invalid_client')
    return `The API rejects client ${clientId} with this OAUTH_CLIENT_SECRET: ${instruction}.`;
  if (code === 'unknown_redirect')
    return `Client ${clientId} may not redirect to ${publicUrl}: PUBLIC_URL ${requirement}.`;
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return `${server} does not identify as ${apiPublicUrl}: API_PUBLIC_URL ${requirement}.`;
  if (foreignResponse.test(code))
    return `${server} is not the API: API_URL must be the API’s origin and path, without /v1.`;
  return `The API is unavailable at API_URL (${apiUrl}): ${code}. Sign-in fails until the API responds: check API_URL and that the API is running.`;
}

const maxPauseMilliseconds = 30_000;

type Options = {
  oauth: OAuthClient;
  settings: Settings;
  log: Logger;
  /** Shorter outages are not logged, because the API may still be starting. */
  graceMilliseconds: number;
  closed: AbortSignal;
};

/**
 * Checks the settings that sign-in needs, and logs each new problem once. Retries until sign-in works, because the
 * problem may be fixed on the API's side.
 */
export async function checkSettings({ oauth, settings, log, graceMilliseconds, closed }: Options): Promise<void> {
  const start = performance.now();
  let logged = '';
  for (
    let pauseMilliseconds = 250;
    !closed.aborted;
    pauseMilliseconds = Math.min(2 * pauseMilliseconds, maxPauseMilliseconds)
  ) {
    const failure = await oauth.verify().then(() => null, toOAuthFailure);
    if (!failure) return log.info('the API accepts this client and its settings');
    const message = describeFailure(failure, settings);
    const isDue = failure.kind !== 'outage' || performance.now() - start >= graceMilliseconds;
    if (isDue && message !== logged) {
      log.error(message);
      logged = message;
    }
    await pause(pauseMilliseconds, undefined, { signal: closed }).catch(() => undefined);
  }
}
