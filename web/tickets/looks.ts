import { type Priority, priorities, type State, states } from '#contract/enums';
import type { IconName } from '../ui/icon.tsx';

/** Label, icon and colours of an enum value. `ink` is the text colour, `tint` the icon's. */
export type Look = { label: string; icon: IconName; tint: string; ink: string };

export const stateLooks: Readonly<Record<State, Look>> = {
  open: { label: 'Open', icon: 'open', tint: 'var(--open)', ink: 'var(--open-text)' },
  pending: { label: 'Waiting', icon: 'half', tint: 'var(--wait)', ink: 'var(--wait-text)' },
  closed: { label: 'Closed', icon: 'check', tint: 'var(--done)', ink: 'var(--ink-2)' },
};

export const priorityLooks: Readonly<Record<Priority, Look>> = {
  urgent: { label: 'Urgent', icon: 'urgent', tint: 'var(--urgent)', ink: 'var(--urgent)' },
  high: { label: 'High', icon: 'high', tint: 'var(--high)', ink: 'var(--high)' },
  normal: { label: 'Normal', icon: 'normal', tint: 'var(--ink-3)', ink: 'var(--ink-2)' },
  low: { label: 'Low', icon: 'low', tint: 'var(--ink-3)', ink: 'var(--ink-2)' },
};

/** A field with fixed values, in display order. */
export type ChoiceField<Value extends string> = {
  label: string;
  values: readonly Value[];
  looks: Readonly<Record<Value, Look>>;
};

export const stateField: ChoiceField<State> = { label: 'State', values: states, looks: stateLooks };
export const priorityField: ChoiceField<Priority> = {
  label: 'Priority',
  values: priorities.toReversed(),
  looks: priorityLooks,
};
