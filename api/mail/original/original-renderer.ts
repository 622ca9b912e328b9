import type { Queries } from '../../database/database.ts';
import type { Files } from '../../files/files.ts';
import { readDmarc } from '../parse/authentication-results.ts';
import type { MailParser } from '../parse/mail-parser.ts';
import { UnparsableMailError } from '../parse/parsed-mail.ts';
import { renderUnparsable } from './document.ts';
import type { OriginalMail } from './render-original.ts';

type Dependencies = {
  files: Pick<Files, 'get'>;
  parser: Pick<MailParser, 'render'>;
  mailboxes: { find(queries: Queries, id: string): Promise<{ trusted_authserv_id: string | null } | null> };
};

/** The file with the bytes of a mail, and its mailbox. */
type StoredMail = { fileId: string; mailboxId: string };

/** A rendered mail, and the facts that are shown beside the document. */
type RenderedMail = Pick<OriginalMail, 'html' | 'remotePictures'> & {
  /** The DMARC result of the mail server that the mailbox trusts; `none` without a result. */
  authentication: 'pass' | 'fail' | 'none';
};

/** Creates a function that renders a stored mail. A notice replaces a mail that cannot be parsed. */
export const createOriginalRenderer =
  ({ files, parser, mailboxes }: Dependencies) =>
  async (
    queries: Queries,
    { fileId, mailboxId }: StoredMail,
    options: { showsRemotePictures: boolean },
  ): Promise<RenderedMail> => {
    const { size, chunks } = await files.get(fileId);
    const rendered = await parser.render(size, chunks, options).catch(replaceUnparsable);
    const trustedServer = (await mailboxes.find(queries, mailboxId))?.trusted_authserv_id ?? null;
    const authentication = readDmarc(rendered.authenticationResults, trustedServer) ?? 'none';
    return { html: rendered.html, remotePictures: rendered.remotePictures, authentication };
  };

const replaceUnparsable = (error: unknown): OriginalMail => {
  if (!(error instanceof UnparsableMailError)) throw error;
  return { html: renderUnparsable(), remotePictures: 0, authenticationResults: [] };
};
