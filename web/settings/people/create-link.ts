import type { QueryClient } from '@tanstack/react-query';
import type { Person } from '#contract';
import type { InvitationDelivery } from '#contract/enums';
import { call } from '../../api-client/client.ts';
import { invitationsQuery } from './queries.ts';

/** The purpose of a link. An invited person also chooses a name. */
export type LinkKind = 'invitation' | 'reset_link';

type LinkRequest = { person: Pick<Person, 'id'>; kind: LinkKind; deliver: InvitationDelivery };

/**
 * Creates a link with which a person chooses a password.
 *
 * @returns the link; null if it was mailed
 */
export async function createLink(client: QueryClient, { person, kind, deliver }: LinkRequest): Promise<string | null> {
  // A repeated request would mail a second link, and the first would no longer work.
  const options = { params: { person_id: person.id }, body: { deliver }, repeatable: false } as const;
  const { body } =
    kind === 'invitation'
      ? await call('PUT /people/{person_id}/invitation', options)
      : await call('PUT /people/{person_id}/reset_link', options);
  void client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
  return body.link;
}
