import type { RequestHandler } from 'express';
import type { NotificationKind } from '#contract/enums';
import { writePage } from '../pages/page.ts';
import type { Site } from '../pages/site.ts';
import {
  renderInvalidUnsubscribePage,
  renderUnsubscribedPage,
  renderUnsubscribePage,
} from '../pages/unsubscribe-page.ts';

/** Stops mail about notifications: see notifications/unsubscribe.ts. Its functions return null for an invalid link. */
export type Unsubscribe = {
  find(token: string): Promise<readonly NotificationKind[] | null>;
  stop(token: string): Promise<readonly NotificationKind[] | null>;
};

type Dependencies = { site: Site; unsubscribe: Unsubscribe };

/** GET /oauth/unsubscribe/{token}: asks before it stops the mail, because mail scanners open links. */
export const showUnsubscribe =
  ({ site, unsubscribe }: Dependencies): RequestHandler<{ token: string }> =>
  async ({ params }, response) => {
    const kinds = await unsubscribe.find(params.token);
    if (kinds === null) writePage(response, 404, renderInvalidUnsubscribePage(site));
    else writePage(response, 200, renderUnsubscribePage(site, kinds));
  };

/**
 * POST /oauth/unsubscribe/{token}: stops the mail. Mail providers send this request too (RFC 8058), not only the form
 * of the page, so it requires neither a session nor an origin.
 */
export const stopMail =
  ({ site, unsubscribe }: Dependencies): RequestHandler<{ token: string }> =>
  async ({ params }, response) => {
    const kinds = await unsubscribe.stop(params.token);
    if (kinds === null) writePage(response, 404, renderInvalidUnsubscribePage(site));
    else writePage(response, 200, renderUnsubscribedPage(site, kinds));
  };
