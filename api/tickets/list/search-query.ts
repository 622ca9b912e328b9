import { priorities, states } from '#contract/enums';
import { encodeEnum } from '../../database/column-encoding.ts';
import {
  type Facet,
  priorityFacet,
  stateFacet,
  statePriorityFacet,
  type TimeColumn,
  timeFacet,
  timeSpans,
} from '../../database/facets.ts';
import type { SearchCriteria } from '../../database/search.ts';
import type { TicketConditions } from './conditions.ts';
import type { StatesAndPriorities } from './groups.ts';

type Options = {
  /** The latest time of any ticket. A `since` filter becomes the time spans from its time up to this time. */
  latest: number;
  /** Omits facets that most tickets have. Their posting lists are the longest and narrow the result least. */
  omitsCommonFacets: boolean;
};

/** The state and priority of most tickets. */
const usual = { states: encodeEnum(states, 'closed'), priorities: encodeEnum(priorities, 'normal') };

/** Builds the search index query for the conditions, limited to some states and priorities. */
export const toSearchQuery = (
  conditions: TicketConditions,
  selected: StatesAndPriorities,
  { latest, omitsCommonFacets }: Options,
): SearchCriteria => {
  const { phrases, filters, since } = conditions;
  return {
    phrases,
    facets: [
      ...toStateAndPriorityFacets(selected, omitsCommonFacets),
      ...filters.map(({ facet }) => [facet]),
      ...(since.created_at === undefined ? [] : spansBetween('created_at', since.created_at, latest)),
      ...(since.updated_at === undefined ? [] : spansBetween('updated_at', since.updated_at, latest)),
    ],
  };
};

const toStateAndPriorityFacets = (selected: StatesAndPriorities, omitsCommonFacets: boolean): Facet[][] => {
  const needsFacet = (all: readonly unknown[], of: 'states' | 'priorities') =>
    omitsCommonFacets ? !selected[of].includes(usual[of]) : selected[of].length < all.length;
  const needed = { states: needsFacet(states, 'states'), priorities: needsFacet(priorities, 'priorities') };
  const [state, priority] = [selected.states[0] ?? 0, selected.priorities[0] ?? 0];
  if ((needed.states || needed.priorities) && selected.states.length + selected.priorities.length === 2)
    return [[statePriorityFacet(state, priority)]];
  return [
    ...(needed.states ? [selected.states.map(stateFacet)] : []),
    ...(needed.priorities ? [selected.priorities.map(priorityFacet)] : []),
  ];
};

/** Each span costs a posting list. More spans than this (two years) would narrow the result little. */
const maxSpans = 64;

/**
 * Lists the spans between two times, in the smallest size that needs at most `maxSpans`. Empty if every size needs
 * more.
 */
const spansBetween = (column: TimeColumn, from: number, to: number): Facet[][] => {
  for (const size of [...timeSpans.keys()].reverse()) {
    const [first, last] = [spanNumber(from, size), spanNumber(to, size)];
    const count = Math.max(1, last - first + 1);
    if (count <= maxSpans) return [Array.from({ length: count }, (_, index) => timeFacet(column, size, first + index))];
  }
  return [];
};

const spanNumber = (time: number, size: number): number => Math.floor(time / (timeSpans[size] ?? 1));
