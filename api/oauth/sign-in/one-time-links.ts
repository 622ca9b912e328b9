import type { RequestHandler, Response } from 'express';
import { z } from 'zod';
import { emailPattern, maxEmailLength } from '#contract/email-pattern';
import { password, personFields } from '#contract/people';
import { renderForgotPage, renderForgotSentPage, renderNoMailPage } from '../pages/forgot-page.ts';
import {
  type FormProblem,
  type LinkOwner,
  renderAccountReadyPage,
  renderInvalidLinkPage,
  renderOneTimePage,
} from '../pages/one-time-page.ts';
import { writePage } from '../pages/page.ts';
import { getDeskLinks } from '../pages/page-links.ts';
import type { Site } from '../pages/site.ts';
import { listProviderLinks } from '../upstream/provider-links.ts';
import type { UpstreamAccounts } from '../upstream/upstream-accounts.ts';

/** Sets passwords with one-time links: see people/account-links.ts. */
export type AccountLinks = {
  /** Finds the owner of a link; null for an invalid link. */
  find(token: string): Promise<LinkOwner | null>;
  /** @returns false if the link no longer works */
  accept(token: string, chosen: { name: string; password: string }): Promise<boolean>;
  canSendMail(): Promise<boolean>;
  /** Takes equally long for known and unknown email addresses. */
  requestReset(email: string): Promise<void>;
};

type Dependencies = { site: Site; accountLinks: AccountLinks; upstream: UpstreamAccounts };

/** GET /oauth/one-time/{token}: shows the form. The link stays valid, because mail scanners open links. */
export const showOneTimeLink =
  (dependencies: Dependencies): RequestHandler<{ token: string }> =>
  async (request, response) => {
    const { site, accountLinks } = dependencies;
    const { token } = request.params;
    const owner = await accountLinks.find(token);
    if (owner === null) writeInvalidLink(site, response);
    else await writeForm(dependencies, response, 200, { owner, token });
  };

/** Shows the form. An invited person may also continue at an identity provider. */
const writeForm = async (
  { site, upstream }: Dependencies,
  response: Response,
  status: number,
  { owner, token, problem = null }: { owner: LinkOwner; token: string; problem?: FormProblem | null },
): Promise<void> => {
  const pageUrl = `${site.apiPublicUrl}/oauth/one-time/${token}`;
  const providers = owner.kind === 'invitation' ? await listProviderLinks(upstream, pageUrl) : [];
  writePage(response, status, renderOneTimePage(site, owner, { problem, providers }));
};

const text = z.string().catch('');
const passwordForm = z.object({ name: text, password: text, password_again: text });

/** POST /oauth/one-time/{token}: uses the link, and continues at the desk. */
export const acceptOneTimeLink =
  (dependencies: Dependencies): RequestHandler<{ token: string }> =>
  async (request, response) => {
    const { site, accountLinks } = dependencies;
    const { token } = request.params;
    const form = passwordForm.parse(request.body ?? {});
    const owner = await accountLinks.find(token);
    if (owner === null) return writeInvalidLink(site, response);
    const name = form.name.trim();
    const problem = findProblem(owner, { ...form, name });
    if (problem !== null) {
      const typed = { ...owner, name: owner.kind === 'invitation' ? form.name : owner.name };
      return writeForm(dependencies, response, 422, { owner: typed, token, problem });
    }
    if (!(await accountLinks.accept(token, { name, password: form.password }))) return writeInvalidLink(site, response);
    continueAtDesk(site, response);
  };

/** Redirects to the desk's sign-in after a link was used. Shows a page if browsers cannot reach the desk. */
export const continueAtDesk = (site: Site, response: Response): void => {
  if (site.deskUrl === null) writePage(response, 200, renderAccountReadyPage(site));
  else response.redirect(303, `${site.deskUrl}/login`);
};

const findProblem = ({ kind }: LinkOwner, form: z.output<typeof passwordForm>): FormProblem | null => {
  const nameError = kind === 'invitation' ? describeError(personFields.name, form.name) : null;
  if (nameError !== null) return { field: 'name', text: `The name ${nameError}.` };
  const passwordError = describeError(password, form.password);
  if (passwordError !== null) return { field: 'password', text: `The password ${passwordError}.` };
  if (form.password !== form.password_again)
    return { field: 'password_again', text: 'The two passwords differ. Enter both again.' };
  return null;
};

/** Returns the API's first error for a value, such as `is empty`. Null for a valid value. */
const describeError = (schema: z.ZodType, value: string): string | null =>
  schema.safeParse(value).error?.issues[0]?.message ?? null;

/** Responds to an invalid link with 410 and a page. */
export const writeInvalidLink = (site: Site, response: Response): void =>
  writePage(response, 410, renderInvalidLinkPage(site, getDeskLinks(site)));

/** GET /oauth/forgot: asks for an email address. */
export const showForgot =
  ({ site, accountLinks }: Dependencies): RequestHandler =>
  async (_request, response) => {
    const page = (await accountLinks.canSendMail()) ? renderForgotPage(site) : renderNoMailPage(site);
    writePage(response, 200, page);
  };

const resetForm = z.object({ email: z.string().trim().max(maxEmailLength).regex(emailPattern) });

/** POST /oauth/forgot: mails a link. The response is the same for every email address. */
export const requestReset =
  ({ site, accountLinks }: Dependencies): RequestHandler =>
  async (request, response) => {
    if (!(await accountLinks.canSendMail())) return writePage(response, 200, renderNoMailPage(site));
    const { data } = resetForm.safeParse(request.body ?? {});
    if (data !== undefined) await accountLinks.requestReset(data.email);
    writePage(response, 200, renderForgotSentPage(site));
  };
