import { useQuery } from '@tanstack/react-query';
import { type MailboxStatus, mailboxStatusesQuery } from '../../mailboxes/queries.ts';
import { usePerson } from '../../session/person.ts';
import { Icon } from '../../ui/icon.tsx';
import { Time } from '../../ui/time.tsx';
import { listInterruptions } from '../interruptions.ts';
import { ResumeDesk } from '../resume-desk.tsx';
import { ResumeMailbox } from '../resume-mailbox.tsx';
import { useMailboxName } from '../use-mailbox-name.ts';
import css from './problems.module.css';

/** Lists paused and failing mailboxes, and the pause of all outgoing mail. Administrators can resume each of them. */
export function PausedMailboxes() {
  const { data } = useQuery(mailboxStatusesQuery);
  const interruptions = listInterruptions(data);
  if (interruptions.length === 0 && !data?.outbound_paused) return null;
  return (
    <ul className={css.paused} aria-label="Paused mailboxes">
      {data?.outbound_paused && (
        <li>
          <PausedDesk />
        </li>
      )}
      {interruptions.map(({ mailboxId, direction, status }) => (
        <li key={`${mailboxId} ${direction}`}>
          <PausedMailbox id={mailboxId} direction={direction} status={status} />
        </li>
      ))}
    </ul>
  );
}

function PausedDesk() {
  const isAdmin = usePerson().role === 'admin';
  return (
    <>
      <Icon name="alert" />
      <div>
        <strong>All outgoing mail is paused</strong>
        <p>Replies wait until {isAdmin ? 'you resume it' : 'an administrator resumes it'}.</p>
      </div>
      {isAdmin && <ResumeDesk />}
    </>
  );
}

type PausedMailboxProps = { id: string; direction: 'inbound' | 'outbound'; status: MailboxStatus['outbound'] };

function PausedMailbox({ id, direction, status: { state, since, error } }: PausedMailboxProps) {
  const name = useMailboxName()(id);
  const isAdmin = usePerson().role === 'admin';
  const verb = direction === 'outbound' ? 'sent' : 'received';
  return (
    <>
      <Icon name="alert" />
      <div>
        <strong>
          <bdi>{name}</bdi> {state === 'paused' ? `has ${verb} nothing` : 'has had a problem'} since{' '}
          <Time at={since} as="when" />
        </strong>
        {error !== null && <p>{error}</p>}
        {!isAdmin && <p>An administrator can resume it.</p>}
      </div>
      {isAdmin && <ResumeMailbox mailbox={{ id, name }} />}
    </>
  );
}
