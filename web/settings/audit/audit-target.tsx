import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '#contract';
import { mailboxesQuery } from '../../mailboxes/queries.ts';
import { usePersonName } from '../../people/use-people.ts';
import { programsQuery } from '../programs/queries.ts';
import { identityProvidersQuery } from '../sign-in/queries.ts';
import { findName, findPersonId } from './audit-labels.ts';

type AuditTargetProps = { entry: AuditEntry; className?: string | undefined };

/** The changed target, as a link if it has a page. Deleted mailboxes, programs and providers have no page. */
export function AuditTarget({ entry, className }: AuditTargetProps) {
  const { action, target_kind: kind, target_id: id, changes } = entry;
  const getName = usePersonName();
  const { data: mailboxes = [] } = useQuery(mailboxesQuery);
  const { data: programs = [] } = useQuery(programsQuery);
  const { data: providers = [] } = useQuery(identityProvidersQuery);
  if (kind === 'mailbox' && mailboxes.some(mailbox => mailbox.id === id))
    return (
      <Link className={className} to="/settings/mailboxes/$mailboxId" params={{ mailboxId: id ?? '' }}>
        <bdi>{mailboxes.find(mailbox => mailbox.id === id)?.name}</bdi>
      </Link>
    );
  if (kind === 'client' && programs.some(program => program.id === id))
    return (
      <Link className={className} to="/settings/programs/$clientId" params={{ clientId: id ?? '' }}>
        <bdi>{programs.find(program => program.id === id)?.name}</bdi>
      </Link>
    );
  if (kind === 'identity_provider' && providers.some(provider => provider.id === id))
    return (
      <Link className={className} to="/settings/sign-in/$providerId" params={{ providerId: id ?? '' }}>
        <bdi>{providers.find(provider => provider.id === id)?.name}</bdi>
      </Link>
    );
  if (action === 'tag.described')
    return (
      <Link className={className} to="/settings/tags/$name" params={{ name: id ?? '' }}>
        {id}
      </Link>
    );
  if (kind === 'settings')
    return (
      <Link className={className} to="/settings/desk">
        Desk
      </Link>
    );
  if (kind === 'job')
    return (
      <Link className={className} to="/settings/jobs">
        Job {id}
      </Link>
    );
  const personId = findPersonId(entry);
  if (personId !== null)
    return (
      <Link className={className} to="/settings/people/$personId" params={{ personId }}>
        <bdi>{getName(personId)}</bdi>
      </Link>
    );
  const name = findName(changes) ?? id;
  return name === null ? null : <bdi>{name}</bdi>;
}
