import { type Scope, scopes } from '#contract/vocabulary';
import { CommandError } from '../../command-line.ts';
import { parseScopes } from '../scopes.ts';

/** The scopes of a command line's `--scope`. @throws CommandError naming the words that are none */
export const readScopes = (text: string): Scope[] => {
  const { known, unknown } = parseScopes(text);
  if (unknown.length === 0 && known.length > 0) return known;
  throw new CommandError(`There is no scope "${unknown.join(' ')}"; these are: ${scopes.join(' ')}.`);
};
