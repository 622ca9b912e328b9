import { useQuery } from '@tanstack/react-query';
import type { Person, SettingsRepresentation } from '#contract';
import { deskSettingsQuery } from '../../session/desk-settings.ts';
import { formatTime } from '../../ui/format-time.ts';
import { useNow } from '../../ui/time.tsx';
import { StateLabel, type StateLook } from '../state-label.tsx';
import { invitationQuery, secondFactorOwnersQuery } from './queries.ts';

const disabled: StateLook = { label: 'Disabled', icon: 'lock', ink: 'var(--ink-2)' };
const noSecondFactor: StateLook = { label: 'No second factor', icon: 'alert', ink: 'var(--wait-text)' };

/** Shows that a person is disabled or invited, or lacks a required second factor. */
export function PersonState({ person }: { person: Person }) {
  const { data: invitation } = useQuery(invitationQuery(person.id));
  const lacksFactor = useLacksSecondFactor(person);
  const now = useNow();
  if (person.disabled) return <StateLabel look={disabled} />;
  if (!invitation) return lacksFactor && <StateLabel look={noSecondFactor} />;
  const expiresAt = Date.parse(invitation.expires_at);
  const label = expiresAt > now ? `Invited until ${formatTime(expiresAt, now)}` : 'Invitation expired';
  return <StateLabel look={{ label, icon: 'mail', ink: 'var(--ink-2)' }} />;
}

/** Returns whether a person must set up a second factor at the next sign-in. */
function useLacksSecondFactor({ id, role }: Person): boolean {
  const { data: settings } = useQuery(deskSettingsQuery);
  const isRequired = settings !== undefined && requiresSecondFactor(settings, role);
  const { data: owners } = useQuery({ ...secondFactorOwnersQuery, enabled: isRequired });
  return isRequired && owners !== undefined && !owners.has(id);
}

const requiresSecondFactor = ({ second_factor: policy }: SettingsRepresentation, role: Person['role']): boolean =>
  policy === 'everyone' || (policy === 'admins' && role === 'admin');
