import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OAuthClient } from './oauth-client.ts';
import { type OAuthFailure, sortFailure } from './oauth-failure.ts';

/** What this bff was told, which the API was told too. */
type Told = { publicUrl: string; apiPublicUrl: string; apiUrl: string; clientId: string };

const howToLearn = 'where the api runs, "npm run desk -- clients web-app" prints what to set here';

/** What is no answer of an authorization server: another server's, or a page. */
const strange = /^OAUTH_(RESPONSE_IS_NOT_CONFORM|RESPONSE_IS_NOT_JSON|PARSE_ERROR)$/;

/** What keeps people from signing in, in a sentence that says which variable to look at. */
function explain({ code }: OAuthFailure, { publicUrl, apiPublicUrl, apiUrl, clientId }: Told): string {
  const answering = `What answers at API_URL (${apiUrl})`;
  const alike = 'has to be the same here and where the api runs';
  if (code === 'invalid_client')
    return `The API knows no client ${clientId} with this OAUTH_CLIENT_SECRET: ${howToLearn}.`;
  if (code === 'unknown_redirect')
    return `The API does not send the people of client ${clientId} back to ${publicUrl}: PUBLIC_URL ${alike}.`;
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
    return `${answering} does not call itself ${apiPublicUrl}: API_PUBLIC_URL ${alike}.`;
  if (strange.test(code)) return `${answering} is not the API: it is the API’s origin and path, without /v1.`;
  return `The API cannot be used at API_URL (${apiUrl}): ${code}. Nobody can sign in until it answers: check that it runs, and API_URL.`;
}

const longestPauseMs = 30_000;

type Options = {
  oauth: OAuthClient;
  told: Told;
  log: Logger;
  /** An API that starts beside this bff may take so long to answer. */
  patienceMs: number;
  ended: AbortSignal;
};

/**
 * Finds out whether the API and this bff were told the same, and says in the log what is wrong: once at the start, and
 * again only where it is something else. Tries on until they agree, as the fault may be on the other side.
 */
export async function seekAgreement({ oauth, told, log, patienceMs, ended }: Options): Promise<void> {
  let [said, waitedMs] = ['', 0];
  for (let pauseMs = 250; !ended.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const failure = await oauth.introduce().then(() => null, sortFailure);
    if (!failure) return log.info('the API knows this desk');
    const sentence = explain(failure, told);
    const isDue = failure.kind !== 'outage' || waitedMs >= patienceMs;
    if (isDue && sentence !== said) {
      log.error(sentence);
      said = sentence;
    }
    await pause(pauseMs, undefined, { signal: ended }).catch(() => undefined);
    waitedMs += pauseMs;
  }
}
