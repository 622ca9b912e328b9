import { normalizeText } from '../../../api-client/normalize-text.ts';
import type { Colleague } from '../../../people/queries.ts';

/** The API's maximum number of people in one note. */
const maxMentions = 20;

const isMentionable = ({ kind, disabled, name }: Colleague): boolean => kind === 'person' && !disabled && name !== '';

const letterOrDigit = /[\p{L}\p{N}]/u;

/** An `@` that starts a mention. After a letter or digit it is part of an email address. */
const mentionStart = /(?<![\p{L}\p{M}\p{N}])@/u;

/**
 * Returns the ids of the people whose names follow an `@`, at most 20. The longest name wins. If several people have
 * the same name, all of them are mentioned.
 */
export function findMentions(text: string, people: readonly Colleague[]): string[] {
  const longestFirst = people.filter(isMentionable).toSorted((a, b) => b.name.length - a.name.length);
  const isMentioned = (word: string, { name }: Colleague): boolean =>
    word.startsWith(name) && !letterOrDigit.test(word.charAt(name.length));
  const ids = text
    .split(mentionStart)
    .slice(1)
    .flatMap(word => {
      const name = longestFirst.find(person => isMentioned(word, person))?.name;
      return longestFirst.filter(person => person.name === name).map(({ id }) => id);
    });
  return [...new Set(ids)].slice(0, maxMentions);
}

/** A mention that is being typed: `@mar`. `start` is the index of the `@`, `query` the text after it. */
export type TypedMention = { start: number; query: string };

const typedName = /^[\p{L}\p{M}\p{N}'’.-]*(?: [\p{L}\p{M}\p{N}'’.-]*)?$/u;

/** Returns the mention that ends at the caret. Null without an `@`, or if the text after it cannot be a name. */
export function findTypedMention(text: string, caret: number): TypedMention | null {
  const query = text.slice(0, caret).split(mentionStart).slice(1).at(-1);
  return query !== undefined && typedName.test(query) ? { start: caret - query.length - 1, query } : null;
}

const maxMatches = 6;

/** Returns at most six matches. The query is the start of the initials or of a word of the name. */
export function matchPeople(people: readonly Colleague[], query: string): Colleague[] {
  const typed = normalizeText(query.trim());
  const isMatch = ({ name }: Colleague): boolean => {
    const normalized = normalizeText(name);
    const initials = normalized
      .split(/\s+/)
      .map(word => word.charAt(0))
      .join('');
    return initials.startsWith(typed) || normalized.startsWith(typed) || normalized.includes(` ${typed}`);
  };
  return people.filter(isMentionable).filter(isMatch).slice(0, maxMatches);
}
