/** 0 as documented, 1 nearly so, 2 anything. */
export type Oddness = 0 | 1 | 2;

/**
 * A request as data, so that it can be shown, sent again and made shorter. What depends on the desk is a name between
 * tildes, which a scene replaces: `~gist.1~` is the id of a gist, `~secret.0~` a word that only its owner may see.
 */
export type Step = {
  /** How far it is from what is documented. */
  oddness: Oddness;
  /** A name of callers.ts, or `owner`: whoever owns what the address names. */
  as: string;
  method: string;
  /** Below API_PUBLIC_URL, percent-encoded. */
  path: string;
  /** Without the question mark. */
  query: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** One character a byte; null for none. */
  body: string | null;
  /** Whether a refusal is held against what was there before. */
  watched: boolean;
};

/** Bytes, one character each, to an operation or to the authorization server. */
export type Bytes = { to: 'operation' | 'oauth'; bytes: string };

/** One move of a sequence: a request, several at once, or bytes. */
export type Move = Step | { together: readonly Step[] } | Bytes;

const shortened = (text: string): string => (text.length > 500 ? `${text.slice(0, 500)}… (${text.length})` : text);

const describeStep = ({ as, method, path, query, headers, body }: Step): string =>
  [
    `${as}: ${method} ${path}${query && '?'}${shortened(query)}`,
    ...headers.map(([name, value]) => `${name}: ${JSON.stringify(shortened(value))}`),
    ...(body === null ? [] : [JSON.stringify(shortened(body))]),
  ].join('  ');

/** A move in a line or, of several at once, a few. */
export const describeMove = (move: Move): string => {
  if ('bytes' in move) return `bytes: ${JSON.stringify(shortened(move.bytes))}`;
  if ('together' in move) return ['at once:', ...move.together.map(step => `  ${describeStep(step)}`)].join('\n');
  return describeStep(move);
};
