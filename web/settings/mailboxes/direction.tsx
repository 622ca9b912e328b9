import type { Mailbox } from '#contract';
import type { ConnectionState } from '#contract/enums';
import type { MailboxStatus } from '../../mailboxes/queries.ts';
import { StateError, StateLabel, type StateLook } from '../state-label.tsx';
import css from './mailboxes.module.css';

const looks: Readonly<Record<ConnectionState | 'off' | 'captured', StateLook>> = {
  ok: { label: 'OK', icon: 'check', ink: 'var(--ink-2)' },
  connecting: { label: 'Connecting', icon: 'refresh', ink: 'var(--ink-2)' },
  paused: { label: 'Paused', icon: 'half', ink: 'var(--wait-text)' },
  error: { label: 'Error', icon: 'alert', ink: 'var(--urgent)' },
  off: { label: 'Off', icon: 'cross', ink: 'var(--ink-2)' },
  captured: { label: 'Captured', icon: 'stack', ink: 'var(--ink-2)' },
};

type DirectionProps = { mailbox: Mailbox; status: MailboxStatus | undefined; direction: 'inbound' | 'outbound' };

/** Shows the state of incoming or outgoing mail. */
export function Direction({ mailbox, status, direction }: DirectionProps) {
  const { state, error } = status?.[direction] ?? { state: 'ok', error: null };
  const isCaptured = direction === 'outbound' && mailbox.transport === 'capture';
  return (
    <span className={css.direction}>
      <span>{direction === 'inbound' ? 'Incoming' : 'Outgoing'}</span>
      <StateLabel look={looks[mailbox.enabled ? (isCaptured ? 'captured' : state) : 'off']} />
      {mailbox.enabled && error !== null && <StateError error={error} />}
    </span>
  );
}
