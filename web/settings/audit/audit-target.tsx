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
  const { data: mailboxes } = useQuery({ ...mailboxesQuery, enabled: kind === 'mailbox' });
  const { data: programs } = useQuery({ ...programsQuery, enabled: kind === 'client' });
  const { data: providers } = useQuery({ ...identityProvidersQuery, enabled: kind === 'identity_provider' });
  const mailbox = kind === 'mailbox' && mailboxes?.find(each => each.id === id);
  if (mailbox)
    return (
      <Link className={className} to="/settings/mailboxes/$mailboxId" params={{ mailboxId: mailbox.id }}>
        <bdi>{mailbox.name}</bdi>
      </Link>
    );
  const program = kind === 'client' && programs?.find(each => each.id === id);
  if (program)
    return (
      <Link className={className} to="/settings/programs/$clientId" params={{ clientId: program.id }}>
        <bdi>{program.name}</bdi>
      </Link>
    );
  const provider = kind === 'identity_provider' && providers?.find(each => each.id === id);
  if (provider)
    return (
      <Link className={className} to="/settings/sign-in/$providerId" params={{ providerId: provider.id }}>
        <bdi>{provider.name}</bdi>
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
