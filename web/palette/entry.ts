import type { ReactNode } from 'react';
import type { IconName } from '../ui/icon.tsx';
import type { Range } from './match.ts';

/** An item of the palette. */
export type Entry = {
  /** Stable id, stored in the recent entries. */
  id: string;
  section: string;
  label: string;
  icon: IconName;
  /** Replaces the icon: an avatar or a priority. */
  mark?: ReactNode;
  /** Secondary text beside the label. */
  detail?: string | undefined;
  /** Synonyms for the search. */
  hidden?: string;
  keys?: string | undefined;
  /** Whether it is the current value. */
  chosen?: boolean;
  /** Words of which the query must contain one, so that a search for a name does not offer to change something. */
  needs?: string;
  /** Label length for ranking: of equal matches the shorter comes first. Defaults to the length of the label. */
  letters?: number;
  /** Shown only in search results. */
  quiet?: boolean;
  run: () => void;
};

/** An entry with the matching ranges of its label. */
export type ShownEntry = Entry & { ranges: readonly Range[] };

/** A titled group of entries. */
export type Section = { title: string; entries: readonly ShownEntry[] };
