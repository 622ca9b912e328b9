import type { Request, Response } from 'express';
import { errors, type Interaction, type Provider } from 'oidc-provider';
import { z } from 'zod';
import { getPolicy } from '../clients/client-policy.ts';
import { requireRegisteredRedirectUri } from '../clients/redirect-uri.ts';
import { filterAllowedScopes } from '../scopes.ts';

/** A pending step of a sign-in with its client. */
export type SignInStep = {
  interaction: Interaction;
  client: { name: string; firstParty: boolean };
  /** The requested scopes that the client may have. */
  scopes: string[];
  loginHint: string;
};

const requestFormat = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string().default(''),
  login_hint: z.string().default(''),
});

/**
 * Finds the step that the cookie and the URL identify.
 *
 * @throws SessionNotFound if the step has expired, belongs to a different browser or prompt, or its client was removed;
 *   also for a consent whose session has ended or belongs to a different person by now
 * @throws InvalidRedirectUri if the redirect URI was removed from the client
 */
export const findSignInStep = async (
  provider: Provider,
  request: Request,
  response: Response,
  prompt: 'login' | 'consent',
): Promise<SignInStep> => {
  // A sign-in does not depend on the session, which a different tab may have replaced.
  const interaction = await (prompt === 'login'
    ? findByCookie(provider, request, response, 'interaction')
    : provider.interactionDetails(request, response));
  return toSignInStep(provider, interaction, { uid: request.params['uid'], prompt });
};

/** Finds a sign-in by its uid, which a sealed cookie binds to the browser. @throws like {@link findSignInStep} */
export const findSignInStepByUid = async (provider: Provider, uid: string): Promise<SignInStep> =>
  toSignInStep(provider, await provider.Interaction.find(uid), { uid, prompt: 'login' });

const toSignInStep = async (
  provider: Provider,
  interaction: Interaction | undefined,
  { uid, prompt }: { uid: unknown; prompt: string },
): Promise<SignInStep> => {
  if (interaction === undefined || interaction.uid !== uid || interaction.prompt.name !== prompt) {
    throw new errors.SessionNotFound('the URL belongs to a different step of the sign-in');
  }
  const { client_id: id, redirect_uri: uri, scope, login_hint: loginHint } = requestFormat.parse(interaction.params);
  const client = await provider.Client.find(id);
  if (client === undefined) throw new errors.SessionNotFound('the client was removed');
  requireRegisteredRedirectUri(client, uri);
  const { firstParty, scopes: allowed } = getPolicy(client);
  return {
    interaction,
    client: { name: client.clientName ?? id, firstParty },
    scopes: filterAllowedScopes(scope, allowed).split(' '),
    loginHint,
  };
};

/** Converts SessionNotFound to null; rethrows other errors. */
export const nullIfExpired = (error: unknown): null => {
  if (error instanceof errors.SessionNotFound) return null;
  throw error;
};

/**
 * Finds the step that a cookie identifies: the current step, or the step to resume. Undefined without a valid cookie.
 */
export const findByCookie = async (
  provider: Provider,
  request: Request,
  response: Response,
  cookie: 'interaction' | 'resume',
): Promise<Interaction | undefined> => {
  const { cookies } = provider.createContext(request, response);
  const id = cookies.get(provider.cookieName(cookie), { signed: true });
  return id === undefined ? undefined : provider.Interaction.find(id);
};
