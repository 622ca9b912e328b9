import type { Person } from '#contract';
import { StateLabel, type StateLook } from '../state-label.tsx';

const disabled: StateLook = { label: 'Disabled', icon: 'lock', ink: 'var(--ink-2)' };

/** Marks a person who cannot sign in. */
export const PersonState = ({ person }: { person: Person }) => person.disabled && <StateLabel look={disabled} />;
