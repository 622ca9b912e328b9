import type { ReactNode } from 'react';
import type { IconName } from '../ui/icon.tsx';
import type { MatchRange } from './match.ts';

export type PaletteEntry = {
  /** Stable id, stored in the recent entries. */
  id: string;
  section: string;
  label: string;
  icon: IconName;
  /** Replaces the icon: an avatar or a priority. */
  symbol?: ReactNode;
  /** Secondary text beside the label. */
  detail?: string | undefined;
  synonyms?: string;
  keys?: string | undefined;
  /** Whether the entry is the current value. */
  chosen?: boolean;
  /** The query must contain one of these words, so that a search for a name finds no entry that changes data. */
  requiredWords?: string;
  /** Label length for ranking: among equal matches, shorter labels come first. Defaults to the length of the label. */
  rankLength?: number;
  /** Shown only in search results. */
  isSearchOnly?: boolean;
  run: () => void;
};

/** An entry with the matching ranges of its label. */
export type MatchedEntry = PaletteEntry & { ranges: readonly MatchRange[] };

/** A titled group of entries. */
export type PaletteSection = { title: string; entries: readonly MatchedEntry[] };
