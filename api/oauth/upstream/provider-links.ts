import { type Html, html } from '#server/html';
import type { PageLink } from '../pages/page-links.ts';
import type { UpstreamAccounts } from './upstream-accounts.ts';

/** Lists the links that continue at a provider. `pageUrl` is the URL of the page with the links. */
export const listProviderLinks = async (
  { listProviders }: Pick<UpstreamAccounts, 'listProviders'>,
  pageUrl: string,
): Promise<PageLink[]> =>
  (await listProviders()).map(({ id, name }) => ({
    href: `${pageUrl}/upstream/${id}`,
    label: `Continue with ${name}`,
  }));

/** Renders links to providers as buttons; null without links. */
export const renderProviderLinks = (links: readonly PageLink[]): Html | null =>
  links.length === 0
    ? null
    : html`<nav class="links providers" aria-label="Other ways to sign in">
${links.map(({ href, label }) => html`<a class="button" href="${href}">${label}</a>`)}
</nav>`;
