import { type Scope, scopes } from '#contract/enums';
import { CommandError } from '../../command-line.ts';
import { parseScopes } from '../scopes.ts';

/** Parses `--scope`. @throws CommandError that names the unknown scopes */
export const parseScopeOption = (text: string): Scope[] => {
  const { known, unknown } = parseScopes(text);
  if (unknown.length === 0 && known.length > 0) return known;
  throw new CommandError(`Unknown scope "${unknown.join(' ')}"; use any of: ${scopes.join(' ')}.`);
};
