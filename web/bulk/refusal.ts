import { ApiError, explain, isConflict, NetworkError, referenceOf } from '../api-errors.ts';
import type { FieldName } from '../tickets/edit/merge.ts';
import { Clash } from '../tickets/edit/patch.ts';
import { priorityLooks, stateLooks } from '../tickets/words.ts';

/** Says a person's name by their id. */
type NameOf = (personId: string) => string;

/** Why one ticket of many was not changed, in as few words as a row has room for. */
export function describeRefusal(error: unknown, nameOf: NameOf): string {
  if (error instanceof Clash) return error.fields.map(field => describeClash(error, field, nameOf)).join('; ');
  if (error instanceof NetworkError) return 'The server did not answer';
  if (!(error instanceof ApiError)) return explain(error);
  if (error.status === 410) return 'Deleted meanwhile';
  if (error.status === 404) return 'There is no such ticket';
  if (error.status === 403 || error.status === 405) return 'You may not change it';
  if (isConflict(error)) return 'Somebody else is changing it right now';
  const reference = referenceOf(error);
  return reference === null ? explain(error) : `${explain(error).replace(/\.$/, '')} (${reference})`;
}

function describeClash({ theirEdits, theirs }: Clash, field: FieldName, nameOf: NameOf): string {
  const personId = theirEdits.find(edit => edit.field === field)?.personId ?? null;
  const somebody = (personId === null ? '' : nameOf(personId)) || 'Somebody';
  if (field === 'state') return `${somebody} set it to ${stateLooks[theirs.state].label} meanwhile`;
  if (field === 'priority') return `${somebody} set it to ${priorityLooks[theirs.priority].label} meanwhile`;
  if (field === 'tags') return 'It has as many tags as a ticket may have';
  if (field !== 'assignee_id') return `${somebody} changed it meanwhile`;
  if (theirs.assignee_id === null) return `${somebody} unassigned it meanwhile`;
  if (theirs.assignee_id === personId) return `${somebody} took it meanwhile`;
  return `${somebody} assigned it to ${nameOf(theirs.assignee_id)} meanwhile`;
}
