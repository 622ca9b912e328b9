import type { ReactNode } from 'react';
import type { IconName } from '../ui/icon.tsx';
import type { Range } from './match.ts';

/** Something that can be picked. */
export type Entry = {
  /** The same for the same thing at any time. */
  id: string;
  section: string;
  label: string;
  icon: IconName;
  /** In place of the icon: somebody's avatar, the sign of a priority. */
  mark?: ReactNode;
  /** Beside the label, fainter. */
  detail?: string | undefined;
  /** Other words it is known by. */
  hidden?: string;
  keys?: string | undefined;
  /** True for what is so already. */
  chosen?: boolean;
  /** Words of which one must be asked for: without it, a search for a name must not offer to change something. */
  needs?: string;
  /** Of entries that fit alike the one with fewer letters comes first. How many this one counts for; else those of its label. */
  letters?: number;
  /** Only found by asking, never offered by itself. */
  quiet?: boolean;
  run: () => void;
};

/** An entry as it is shown: where the query was found in its label. */
export type ShownEntry = Entry & { ranges: readonly Range[] };

/** Entries that belong together, under a title. */
export type Section = { title: string; entries: readonly ShownEntry[] };
