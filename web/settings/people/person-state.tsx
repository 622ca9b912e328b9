import { useQuery } from '@tanstack/react-query';
import type { Person } from '#contract';
import { formatTime } from '../../ui/format-time.ts';
import { useNow } from '../../ui/time.tsx';
import { StateLabel, type StateLook } from '../state-label.tsx';
import { invitationQuery } from './queries.ts';

const disabled: StateLook = { label: 'Disabled', icon: 'lock', ink: 'var(--ink-2)' };

/** Marks a person who cannot sign in: disabled, or invited and until when. */
export function PersonState({ person }: { person: Person }) {
  const { data: invitation } = useQuery(invitationQuery(person.id));
  const now = useNow();
  if (person.disabled) return <StateLabel look={disabled} />;
  if (!invitation) return null;
  const end = Date.parse(invitation.expires_at);
  const label = end > now ? `Invited until ${formatTime(end, now)}` : 'Invitation expired';
  return <StateLabel look={{ label, icon: 'mail', ink: 'var(--ink-2)' }} />;
}
