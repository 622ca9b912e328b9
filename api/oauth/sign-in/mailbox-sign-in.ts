import type { Request, RequestHandler, Response } from 'express';
import type { Provider } from 'oidc-provider';
import type { Role } from '#contract/enums';
import type { Database } from '../../database/database.ts';
import { type Account, findAccount } from '../accounts/accounts.ts';
import { getRawQuery } from '../endpoints.ts';
import { renderErrorPage } from '../pages/error-page.ts';
import { renderMailboxPage } from '../pages/mailbox-page.ts';
import { writePage } from '../pages/page.ts';
import type { PageLink } from '../pages/page-links.ts';
import type { Site } from '../pages/site.ts';
import { findBrowserSession } from './browser-session.ts';

/** Why the sign-in of a mailbox failed. `problem` is the kind of the error page to show. */
type Problem = { problem: string; detail?: string; mailboxId?: string };

/** Signs mailboxes in at their providers, for the person who is signed in with this browser. */
export type MailboxSignIn = {
  /** @returns the URL at the provider */
  start(person: { id: string; role: Role }, mailboxId: string): Promise<{ location: string } | Problem>;
  finish(person: { id: string; role: Role }, query: string): Promise<{ mailboxId: string } | Problem>;
};

type Dependencies = { site: Site; provider: () => Provider; database: Database; mailboxSignIn: MailboxSignIn };

/** GET /oauth/mailboxes/{id}: continues at the provider of the mailbox. */
export const startMailboxSignIn =
  (dependencies: Dependencies): RequestHandler<{ id: string }> =>
  async (request, response) => {
    const person = await findPerson(dependencies, request, response);
    if (person === null) return writeProblem(dependencies.site, response, notSignedIn);
    const started = await dependencies.mailboxSignIn.start(person, request.params.id);
    if ('problem' in started) writeProblem(dependencies.site, response, started);
    else response.redirect(303, started.location);
  };

/** GET /oauth/mailbox-callback: completes the sign-in. Redirects to the mailbox's settings if the desk is reachable. */
export const finishMailboxSignIn =
  (dependencies: Dependencies): RequestHandler =>
  async (request, response) => {
    const { site, mailboxSignIn } = dependencies;
    const person = await findPerson(dependencies, request, response);
    if (person === null) return writeProblem(site, response, notSignedIn);
    const finished = await mailboxSignIn.finish(person, getRawQuery(request.url));
    if ('problem' in finished) return writeProblem(site, response, finished);
    const [settings] = getSettingsLinks(site, finished.mailboxId);
    if (settings === undefined) writePage(response, 200, renderMailboxPage(site));
    else response.redirect(303, settings.href);
  };

const notSignedIn: Problem = { problem: 'mailbox_not_signed_in' };

const findPerson = async (
  { provider, database }: Dependencies,
  request: Request,
  response: Response,
): Promise<Account | null> => {
  const { accountId } = await findBrowserSession(provider(), request, response);
  return accountId === undefined ? null : findAccount(database.read, accountId);
};

const writeProblem = (site: Site, response: Response, { problem, detail, mailboxId }: Problem): void => {
  const [link] = mailboxId === undefined ? [] : getSettingsLinks(site, mailboxId);
  const status = problem === 'mailbox_admins_only' || problem === 'mailbox_not_signed_in' ? 403 : 400;
  writePage(response, status, renderErrorPage(site, { kind: problem, detail, link }));
};

const getSettingsLinks = ({ deskUrl }: Site, mailboxId: string): PageLink[] =>
  deskUrl === null ? [] : [{ href: `${deskUrl}/settings/mailboxes/${mailboxId}`, label: 'Back to the mailbox' }];
