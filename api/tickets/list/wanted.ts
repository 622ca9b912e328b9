import { priorities, states } from '#contract/vocabulary';
import {
  cellFacet,
  type Facet,
  priorityFacet,
  stateFacet,
  type TimeColumn,
  timeFacet,
  timeSpans,
} from '../../database/facets.ts';
import type { Wanted } from '../../database/search.ts';
import { rankOf } from '../../database/values.ts';
import type { Conditions } from './conditions.ts';
import type { Cells } from './groups.ts';

/** How much of what is wanted the search index is asked for. */
type Manner = {
  /** The latest time of any ticket: least times are spans up to it, the first of them whole. */
  latest: number;
  /** Whether to leave to the rows what most tickets are: a posting list of nearly everything narrows little and costs most. */
  isSparing: boolean;
};

/** What most tickets of a desk are. */
const usual = { states: rankOf(states, 'closed'), priorities: rankOf(priorities, 'normal') };

/** The tickets of some states and priorities that meet the conditions. */
export const wantedOf = (conditions: Conditions, cells: Cells, { latest, isSparing }: Manner): Wanted => {
  const { phrases, filters, since } = conditions;
  return {
    phrases,
    facets: [
      ...cellFacets(cells, isSparing),
      ...filters.map(({ facet }) => [facet]),
      ...(since.created_at === undefined ? [] : spansBetween('created_at', since.created_at, latest)),
      ...(since.updated_at === undefined ? [] : spansBetween('updated_at', since.updated_at, latest)),
    ],
  };
};

const cellFacets = (cells: Cells, isSparing: boolean): Facet[][] => {
  const isAsked = (all: readonly unknown[], of: 'states' | 'priorities') =>
    isSparing ? !cells[of].includes(usual[of]) : cells[of].length < all.length;
  const asked = { states: isAsked(states, 'states'), priorities: isAsked(priorities, 'priorities') };
  const [state, priority] = [cells.states[0] ?? 0, cells.priorities[0] ?? 0];
  if ((asked.states || asked.priorities) && cells.states.length + cells.priorities.length === 2)
    return [[cellFacet(state, priority)]];
  return [
    ...(asked.states ? [cells.states.map(stateFacet)] : []),
    ...(asked.priorities ? [cells.priorities.map(priorityFacet)] : []),
  ];
};

/** More spans than these, two years, narrow little and cost a posting list each. */
const maxSpans = 64;

/** The spans of a time between two moments, in the smallest size that needs few of them; nothing when too many. */
const spansBetween = (column: TimeColumn, from: number, to: number): Facet[][] => {
  for (const size of [...timeSpans.keys()].reverse()) {
    const [first, last] = [spanOf(from, size), spanOf(to, size)];
    const howMany = Math.max(1, last - first + 1);
    if (howMany <= maxSpans)
      return [Array.from({ length: howMany }, (_, each) => timeFacet(column, size, first + each))];
  }
  return [];
};

const spanOf = (time: number, size: number): number => Math.floor(time / (timeSpans[size] ?? 1));
