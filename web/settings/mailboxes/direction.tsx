import type { Mailbox } from '#contract';
import type { ConnectionState } from '#contract/enums';
import type { MailboxStatus } from '../../mailboxes/queries.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import css from './mailboxes.module.css';

type Look = { label: string; icon: IconName; ink: string };

const looks: Readonly<Record<ConnectionState | 'off' | 'captured', Look>> = {
  ok: { label: 'OK', icon: 'check', ink: 'var(--ink-2)' },
  connecting: { label: 'Connecting', icon: 'refresh', ink: 'var(--ink-2)' },
  paused: { label: 'Paused', icon: 'half', ink: 'var(--wait-text)' },
  error: { label: 'Error', icon: 'alert', ink: 'var(--urgent)' },
  off: { label: 'Off', icon: 'cross', ink: 'var(--ink-2)' },
  captured: { label: 'Captured', icon: 'stack', ink: 'var(--ink-2)' },
};

type DirectionProps = { mailbox: Mailbox; status: MailboxStatus | undefined; direction: 'inbound' | 'outbound' };

/** The state of incoming or outgoing mail, as a shape and a word. */
export function Direction({ mailbox, status, direction }: DirectionProps) {
  const { state, error } = status?.[direction] ?? { state: 'ok', error: null };
  const isCaptured = direction === 'outbound' && mailbox.transport === 'capture';
  const { label, icon, ink } = looks[mailbox.enabled ? (isCaptured ? 'captured' : state) : 'off'];
  return (
    <span className={css.direction}>
      <span>{direction === 'inbound' ? 'In' : 'Out'}</span>
      <span className={css.state} style={{ color: ink }}>
        <Icon name={icon} size={14} /> {label}
      </span>
      {mailbox.enabled && error !== null && <span className={css.error}>{error}</span>}
    </span>
  );
}
