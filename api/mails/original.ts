import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { getOriginalMail } from '#contract';
import type { Queries } from '../database/database.ts';
import { ApiError } from '../http/errors.ts';
import { rejectOmitted } from '../http/reject-omitted.ts';
import type { Resource, Route } from '../http/route.ts';
import { documentRoute } from '../http/serve-document.ts';
import type { MailRow } from './representation.ts';

/** The version of the rendering. Increase it when documents are rendered differently, so that browsers reload them. */
const documentVersion = 3;

type RenderedOriginal = { html: string; remotePictures: number; authentication: string };

/** Renders the bytes of a mail as an HTML document. */
export type RenderOriginal = (
  queries: Queries,
  mail: { fileId: string; mailboxId: string },
  options: { showsRemotePictures: boolean },
) => Promise<RenderedOriginal>;

/** The name of a mail's bytes in error messages, which the app shows. */
export const originalName = 'The original';

/** Clients send HEAD before GET, and rendering a megabyte of HTML takes half a second. */
const cacheMilliseconds = 30_000;

/** The maximum size of all cached documents together, in characters. */
const maxCachedCharacters = 16 * 1024 * 1024;

/** Serves a mail as its sender designed it. */
export const originalRoute = (resource: Resource<MailRow, object>, renderOriginal: RenderOriginal): Route => {
  const cache = new LRUCache<string, RenderedOriginal>({
    ttl: cacheMilliseconds,
    maxSize: maxCachedCharacters,
    sizeCalculation: ({ html }) => html.length + 100,
  });
  return documentRoute(getOriginalMail, resource, {
    async getValidator(queries, row, { images = 'none' }) {
      requireFile(row);
      const trustedServer = await findTrustedServer(queries, row);
      return hash('sha256', JSON.stringify([row.sha256, images, documentVersion, trustedServer])).slice(0, 32);
    },
    async render(queries, row, { images }, validator) {
      const mail = { fileId: requireFile(row), mailboxId: row.mailbox_id };
      const options = { showsRemotePictures: images === 'remote' };
      const rendered =
        cache.get(validator) ?? (await renderOriginal(queries, mail, options).catch(rejectOmitted(originalName)));
      cache.set(validator, rendered);
      return {
        html: rendered.html,
        headers: {
          'X-Remote-Pictures': String(rendered.remotePictures),
          'X-Sender-Authentication': rendered.authentication,
        },
      };
    },
  });
};

/** Returns the mail server on which `X-Sender-Authentication` depends. */
const findTrustedServer = async (queries: Queries, { mailbox_id }: MailRow): Promise<string | null> => {
  const mailbox = await queries
    .selectFrom('mailboxes')
    .select('trusted_authserv_id')
    .where('id', '=', mailbox_id)
    .executeTakeFirst();
  return mailbox?.trusted_authserv_id ?? null;
};

/** Returns the id of the file with the bytes of a mail. @throws ApiError 410 */
export const requireFile = (row: Pick<MailRow, 'file_id'>): string => {
  if (row.file_id !== null) return row.file_id;
  throw new ApiError('gone', `${originalName} was deleted at the end of its retention.`);
};
