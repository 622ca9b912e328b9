import type { SampleData } from '#contract';
import { formatCount } from '../../ui/format-count.ts';

/** Returns whether any sample data is left. */
export const hasSampleData = ({ tickets, gists, people, in_use }: SampleData): boolean =>
  tickets + gists + people + in_use > 0;

/** Describes the effects of a removal: "This deletes 64 tickets, and disables 3 people. It cannot be undone." */
export const describeRemoval = ({ tickets, gists, people }: SampleData): string => {
  const deleted = [tickets > 0 && formatCount(tickets, 'ticket'), gists > 0 && formatCount(gists, 'gist')].filter(
    Boolean,
  );
  const effects = [
    deleted.length > 0 && `deletes ${deleted.join(' and ')}`,
    people > 0 && `disables ${formatCount(people, 'person', 'people')}`,
  ].filter(Boolean);
  return effects.length === 0 ? 'Nothing is deleted.' : `This ${effects.join(', and ')}. It cannot be undone.`;
};

/** Describes the number of items that are not removed; empty without such items. */
export const describeRemaining = (inUse: number): string =>
  inUse === 0
    ? ''
    : `${formatCount(inUse, 'item')} that someone changed or uses ${inUse === 1 ? 'is' : 'are'} not removed.`;
