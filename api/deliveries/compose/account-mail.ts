import type { Queries } from '../../database/database.ts';
import {
  createLinkToken,
  digestLinkToken,
  findMailedLink,
  getLinkKind,
  type OneTimeLinkRow,
  toLinkUrl,
} from '../../database/one-time-links.ts';
import { readSettings } from '../../database/settings.ts';
import { getDeskId } from '../../mail/desk-id.ts';
import type { DeliveryRow } from '../representation.ts';
import { composeMail } from './compose-mail.ts';

type Options = { tokenKey: Buffer; now: number; apiPublicUrl: string };

/**
 * Composes a mail about an account, without storing the mail. Each call creates a new token, because the database
 * contains only the `digest` of a token.
 * @returns null if the link of the mail was used, replaced or withdrawn, or has expired
 */
export const composeAccountMail = async (
  queries: Queries,
  { id, message_id_header, subject, text, recipients }: DeliveryRow,
  from: { name: string; email: string },
  { tokenKey, now, apiPublicUrl }: Options,
): Promise<{ raw: Buffer; subject: string; digest: string | null } | null> => {
  const link = text === null ? await findMailedLink(queries, id, now) : null;
  if (text === null && link === null) return null;
  const token = createLinkToken();
  const { desk_name: deskName } = await readSettings(queries);
  const raw = await composeMail({
    ...{ messageId: message_id_header, date: now, from, to: recipients, cc: [], replyTo: null, subject },
    text: link === null ? (text ?? '') : describeLink(link, toLinkUrl(apiPublicUrl, token), deskName),
    ...{ files: [], signature: '', references: [], deskId: getDeskId(tokenKey), hasHtml: false, isAutomatic: true },
  });
  return { raw, subject, digest: link === null ? null : digestLinkToken(token) };
};

const describeLink = (link: OneTimeLinkRow, url: string, deskName: string): string => {
  const kind = getLinkKind(link);
  const request = {
    invitation: `You are invited to ${deskName}. Choose your password here:`,
    reset: 'A new password was requested for your account. Choose it here:',
  }[kind];
  const unexpected = {
    invitation: 'If you do not know who invited you, ignore this mail.',
    reset: 'If you did not ask for it, ignore this mail: your password stays as it is.',
  }[kind];
  return `${request}\n\n${url}\n\nThe link works once, until ${formatTime(link.expires_at)}. ${unexpected}\n`;
};

const formatter = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** Formats a time in UTC, because the time zone of the reader is unknown. */
const formatTime = (milliseconds: number): string => `${formatter.format(milliseconds)} UTC`;
