import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { Logger } from 'pino';
import { hasIdFormat } from '../../http/find-resource.ts';
import { renderErrorPage } from '../pages/error-page.ts';
import { writePage } from '../pages/page.ts';
import type { PageLink } from '../pages/page-links.ts';
import type { Site } from '../pages/site.ts';
import type { AuthorizationLimits } from '../sign-in/authorization-limits.ts';
import { findSignInStep } from '../sign-in/interactions.ts';
import { type AccountLinks, writeInvalidLink } from '../sign-in/one-time-links.ts';
import type { SealedCookie } from './sealed-cookie.ts';
import type { UpstreamAccounts, UpstreamProvider } from './upstream-accounts.ts';
import { startUpstream, UpstreamFailure } from './upstream-client.ts';

export type StartDependencies = {
  site: Site;
  provider: () => Provider;
  upstream: UpstreamAccounts;
  upstreamCookie: SealedCookie;
  accountLinks: AccountLinks;
  authorizationLimits: AuthorizationLimits;
  log: Logger;
};

/** The page on which a sign-in at a provider started: a step of an authorization, or an invitation. */
export type StartPage = { uid: string; invitation: null } | { uid: null; invitation: string };

/** GET /oauth/sign-in/{uid}/upstream/{provider}: continues at the provider. */
export const startUpstreamSignIn =
  (dependencies: StartDependencies): RequestHandler =>
  async (request, response) => {
    const { provider } = dependencies;
    const { interaction, loginHint } = await findSignInStep(provider(), request, response, 'login');
    const startPage = { uid: interaction.uid, invitation: null };
    await redirectToProvider(dependencies, request, response, { startPage, loginHint });
  };

/** GET /oauth/one-time/{token}/upstream/{provider}: continues at the provider, for an invitation. */
export const startUpstreamInvitation =
  (dependencies: StartDependencies): RequestHandler =>
  async (request, response) => {
    const { site, accountLinks } = dependencies;
    const token = String(request.params['token']);
    const owner = await accountLinks.find(token);
    if (owner?.kind !== 'invitation') return writeInvalidLink(site, response);
    const startPage = { uid: null, invitation: token };
    await redirectToProvider(dependencies, request, response, { startPage, loginHint: owner.email });
  };

const redirectToProvider = async (
  { site, upstream, upstreamCookie, authorizationLimits, log }: StartDependencies,
  request: Request,
  response: Response,
  { startPage, loginHint }: { startPage: StartPage; loginHint: string },
): Promise<void> => {
  const id = getProviderId(request);
  const found = await findProvider(upstream, id);
  if (found === null) return writePage(response, 400, renderErrorPage(site, { kind: 'upstream_state' }));
  // Each start sends a request to the provider.
  await authorizationLimits.count(request);
  const redirectUri = getRedirectUri(site, id);
  try {
    const { location, checks } = await startUpstream(found, { redirectUri, loginHint });
    await upstreamCookie.write(request, response, { provider: id, ...checks, ...startPage });
    response.set('Cache-Control', 'no-store').redirect(303, location);
  } catch (error) {
    writeUpstreamFailure({ site, log }, response, { error, provider: found, startPage });
  }
};

/** Returns the id of the provider in the URL. */
export const getProviderId = ({ params }: Request): string => String(params['provider']);

/** Finds an enabled provider by the id in a URL; null without a match. */
export const findProvider = async (upstream: UpstreamAccounts, id: string): Promise<UpstreamProvider | null> =>
  hasIdFormat(id) ? upstream.findProvider(id) : null;

export const getRedirectUri = ({ apiPublicUrl }: Site, providerId: string): string =>
  `${apiPublicUrl}/oauth/upstream/${providerId}/callback`;

/** Returns a link to the page on which a sign-in started. */
export const toStartPageLink = ({ apiPublicUrl }: Site, { uid, invitation }: StartPage): PageLink =>
  invitation === null
    ? { href: `${apiPublicUrl}/oauth/sign-in/${uid}`, label: 'Back to sign-in' }
    : { href: `${apiPublicUrl}/oauth/one-time/${invitation}`, label: 'Back to the invitation' };

/** Shows and logs an UpstreamFailure; rethrows other errors. */
export const writeUpstreamFailure = (
  { site, log }: Pick<StartDependencies, 'site' | 'log'>,
  response: Response,
  { error, provider: { id, name }, startPage }: { error: unknown; provider: UpstreamProvider; startPage: StartPage },
): void => {
  if (!(error instanceof UpstreamFailure)) throw error;
  log.warn({ provider: id, error: error.message }, 'identity provider did not complete a sign-in; check its settings');
  const detail = `${name} did not complete the sign-in (${error.message}).`;
  const link = toStartPageLink(site, startPage);
  writePage(response, 400, renderErrorPage(site, { kind: 'upstream_rejected', detail, link }));
};
