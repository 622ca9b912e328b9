import type { Request, Response } from 'express';
import { errors, type Interaction, type Provider } from 'oidc-provider';
import { z } from 'zod';
import { policyOf } from '../clients/client-policy.ts';
import { requireRegistered } from '../clients/registered-redirect.ts';
import { stillAllowed } from '../scopes.ts';

/** A step of a sign-in that waits for a person: which one it is, and for which client. */
export type Step = {
  interaction: Interaction;
  client: { name: string; firstParty: boolean };
  /** The scopes asked for. */
  scopes: string[];
  loginHint: string;
};

const asked = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string().default(''),
  login_hint: z.string().default(''),
});

/**
 * The step that this browser's cookie and the address agree on. Throws SessionNotFound for one that is over, belongs to
 * another browser, or is of another kind; for a consent also when somebody else is signed in by now.
 */
export const findStep = async (
  provider: Provider,
  request: Request,
  response: Response,
  prompt: 'login' | 'consent',
): Promise<Step> => {
  const isSignIn = prompt === 'login';
  const interaction = await (isSignIn
    ? findSignIn(provider, request, response)
    : provider.interactionDetails(request, response));
  if (interaction.uid !== request.params['uid'] || interaction.prompt.name !== prompt) {
    throw new errors.SessionNotFound('another step of the sign-in');
  }
  const { client_id: id, redirect_uri: uri, scope, login_hint: loginHint } = asked.parse(interaction.params);
  const client = await provider.Client.find(id);
  if (client === undefined) throw new errors.SessionNotFound('the client was removed');
  requireRegistered(client, uri);
  const { firstParty, scopes: allowed } = policyOf(client);
  return {
    interaction,
    client: { name: client.clientName ?? id, firstParty },
    scopes: stillAllowed(scope, allowed).split(' '),
    loginHint,
  };
};

/** For a form that has an answer when its step is over. */
export const nullIfOver = (error: unknown): null => {
  if (error instanceof errors.SessionNotFound) return null;
  throw error;
};

/**
 * A sign-in asks who it is, so it goes on when another tab has ended the session it was begun in, or begun another one:
 * the library would find neither.
 */
const findSignIn = async (provider: Provider, request: Request, response: Response): Promise<Interaction> => {
  const interaction = await findByCookie(provider, request, response, 'interaction');
  if (interaction === undefined) throw new errors.SessionNotFound('no such sign-in');
  return interaction;
};

/** The step that a cookie of this browser names: the one it is at, or the one it goes on from. */
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
