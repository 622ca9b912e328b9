import { Finding } from './finding.ts';
import type { Received } from './send.ts';

/** The tags of all lists as somebody sees them: they change with every row. */
type Look = string;

/** Holds the desk against what it was before a request that was refused. */
export type Unchanged = {
  look(as: string): Promise<Look>;
  /** @throws Finding when it is not as it was */
  expect(as: string, before: Look, where: string): Promise<void>;
};

const lists = ['tickets', 'gists', 'views', 'people', 'events'];

export const createUnchanged = (read: (address: string, as: string) => Promise<Received | null>): Unchanged => {
  const look = async (as: string): Promise<Look> => {
    const seen = [...lists.map(list => ['ada', list] as const), [as, 'gists/starred'] as const];
    const answers = await Promise.all(seen.map(([who, list]) => read(`/v1/${list}?per_page=1&count=true`, who)));
    const told = answers.map(answer => ['etag', 'x-total-count'].map(name => answer?.headers.get(name) ?? ''));
    return told.map((each, at) => `${seen[at]?.[1]}: ${each.join(' of ')}`).join('\n');
  };
  return {
    look,
    async expect(as, before, where) {
      const after = await look(as);
      if (after !== before)
        throw new Finding('changed by a refusal', where, `${as} was refused, and yet\n${before}\nbecame\n${after}`);
    },
  };
};
