import { ApiError, explainError, getErrorReference, isConflict, NetworkError } from '../../api-client/errors.ts';
import { EditConflictError } from '../edit/patch-ticket.ts';
import type { FieldName } from '../edit/ticket-fields.ts';
import { priorityLooks, stateLooks } from '../looks.ts';

type NameOf = (personId: string) => string;

/** Describes why a ticket was not changed, short enough for its row. */
export function describeFailure(error: unknown, getName: NameOf): string {
  if (error instanceof EditConflictError)
    return error.fields.map(field => describeConflict(error, field, getName)).join('; ');
  if (error instanceof NetworkError) return 'The server didn’t respond';
  if (!(error instanceof ApiError)) return explainError(error);
  if (error.status === 410) return 'Deleted in the meantime';
  if (error.status === 404) return 'Ticket not found';
  if (error.status === 403 || error.status === 405) return 'You don’t have permission to change it';
  if (isConflict(error)) return 'It was changed in the meantime; try again';
  const reference = getErrorReference(error);
  return reference === null ? explainError(error) : `${explainError(error).replace(/\.$/, '')} (${reference})`;
}

function describeConflict({ concurrentEdits, stored }: EditConflictError, field: FieldName, getName: NameOf): string {
  const personId = concurrentEdits.find(edit => edit.field === field)?.personId ?? null;
  const actor = (personId === null ? '' : getName(personId)) || 'Someone';
  if (field === 'state') return `${actor} set it to ${stateLooks[stored.state].label} in the meantime`;
  if (field === 'priority') return `${actor} set it to ${priorityLooks[stored.priority].label} in the meantime`;
  if (field === 'tags') return 'It already has the maximum number of tags';
  if (field !== 'assignee_id') return `${actor} changed it in the meantime`;
  if (stored.assignee_id === null) return `${actor} unassigned it in the meantime`;
  if (stored.assignee_id === personId) return `${actor} assigned it to themselves in the meantime`;
  return `${actor} assigned it to ${getName(stored.assignee_id)} in the meantime`;
}
