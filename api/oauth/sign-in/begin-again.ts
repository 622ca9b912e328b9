import type { Interaction } from 'oidc-provider';

/** The authorization request a step belongs to, as a query. Its form carries it along: one sent too late can begin again. */
export const requestOf = ({ params }: Interaction): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (typeof value === 'string') query.set(name, value);
  return query.toString();
};

/**
 * Where a request begins again, with parameters changed or, by null, left out. It is the address a program would send
 * people to, so a forged form leads no further than a link.
 */
export const beginAgain = (publicUrl: string, request: string, changed: Record<string, string | null>): string => {
  const query = new URLSearchParams(request);
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return `${publicUrl}/oauth/authorize?${query}`;
};
