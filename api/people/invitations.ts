import type { Invitation, Invitations as InvitationsReport } from '#contract';
import type { InvitationDelivery } from '#contract/enums';
import { type AuditActor, recordAudit } from '../database/audit-log.ts';
import { isoTime } from '../database/column-encoding.ts';
import type { Queries, WriteTransaction } from '../database/database.ts';
import {
  createLinkToken,
  deleteLinks,
  findInvitation,
  insertLink,
  listInvitationLinks,
  type OneTimeLinkKind,
  toLinkUrl,
} from '../database/one-time-links.ts';
import type { PersonRow } from './representation.ts';

/** Sends mail about accounts. */
export type AccountMails = {
  /** Returns whether a mailbox can mail this address. False while outgoing mail is paused. */
  canMail(queries: Queries, email: string): Promise<boolean>;
  /** Enqueues a mail; its link is created when the mail is sent. @returns the delivery's id; null unless `canMail` */
  enqueueLink(writes: WriteTransaction, kind: OneTimeLinkKind, to: PersonRow, now: number): Promise<string | null>;
  /** Enqueues a mail about the new password. Does nothing if no mailbox can send it. */
  enqueuePasswordNotice(writes: WriteTransaction, to: Pick<PersonRow, 'name' | 'email'>, now: number): Promise<void>;
};

/** A new link. `url` is null if the link is sent by mail. */
type CreatedLink = { expiresAt: number; deliveryId: string | null; url: string | null };

/** Invites people: creates the links with which they choose a password. */
export type Invitations = ReturnType<typeof createInvitations>;

export const createInvitations = (accountMails: AccountMails) => {
  const createLink = async (
    writes: WriteTransaction,
    kind: OneTimeLinkKind,
    person: PersonRow,
    { deliver, baseUrl, actor }: { deliver: InvitationDelivery; baseUrl: string; actor: AuditActor },
  ): Promise<CreatedLink> => {
    const { now, personId: createdBy } = actor;
    const deliveryId = deliver === 'mail' ? await accountMails.enqueueLink(writes, kind, person, now) : null;
    const token = deliveryId === null ? createLinkToken() : null;
    const link = await insertLink(writes, { kind, personId: person.id, createdBy, deliveryId }, { token, now });
    return { expiresAt: link.expires_at, deliveryId, url: token === null ? null : toLinkUrl(baseUrl, token) };
  };

  return {
    canMail: accountMails.canMail,

    /** Invites an enabled person. An earlier invitation stops working. `baseUrl` is API_PUBLIC_URL. */
    async invite(
      writes: WriteTransaction,
      person: PersonRow,
      options: { deliver: InvitationDelivery; baseUrl: string; actor: AuditActor },
    ): Promise<CreatedLink> {
      const created = await createLink(writes, 'invitation', person, options);
      const after = { deliver: created.url === null ? 'mail' : 'link' };
      const entry = { action: 'invitation.created', targetId: person.id, after, secrets: ['link'] } as const;
      await recordAudit(writes, options.actor, entry);
      return created;
    },

    /** Creates a link with which an enabled person can choose a new password. */
    async createResetLink(
      writes: WriteTransaction,
      person: PersonRow,
      options: { deliver: InvitationDelivery; baseUrl: string; actor: AuditActor },
    ): Promise<CreatedLink> {
      const created = await createLink(writes, 'reset', person, options);
      const after = { deliver: created.url === null ? 'mail' : 'link' };
      const entry = { action: 'person.reset_link_created', targetId: person.id, after, secrets: ['link'] } as const;
      await recordAudit(writes, options.actor, entry);
      return created;
    },

    /** Reads the invitation of a person, without its link; null without an invitation. */
    async read(queries: Queries, personId: string, now: number): Promise<Invitation | null> {
      const row = await findInvitation(queries, personId);
      return row && toInvitation({ expiresAt: row.expires_at, deliveryId: row.delivery_id }, now);
    },

    /** Lists the invitations of all people, without their links. */
    async list(queries: Queries, now: number): Promise<InvitationsReport['invitations']> {
      return (await listInvitationLinks(queries)).map(({ person_id, expires_at, delivery_id }) => {
        const { link: _, ...invitation } = toInvitation({ expiresAt: expires_at, deliveryId: delivery_id }, now);
        return { person_id, ...invitation };
      });
    },

    /** Withdraws the invitation of a person. @returns false without an invitation */
    async remove(writes: WriteTransaction, personId: string, actor: AuditActor): Promise<boolean> {
      if ((await deleteLinks(writes, personId, 'invitation')) === 0) return false;
      await recordAudit(writes, actor, { action: 'invitation.removed', targetId: personId });
      return true;
    },
  };
};

/** Converts an invitation to its representation, without the link. */
export const toInvitation = ({ expiresAt, deliveryId }: Omit<CreatedLink, 'url'>, now: number): Invitation => ({
  state: expiresAt > now ? 'pending' : 'expired',
  expires_at: isoTime(expiresAt),
  delivery_id: deliveryId,
  link: null,
});
