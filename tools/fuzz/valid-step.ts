import type { DocumentedOperation } from './document-operations.ts';
import type { Step } from './step.ts';

/** Returns the placeholder of a path parameter; a message gets its own ticket. */
const getPlaceholder = (name: string, path: string): string => {
  if (name === 'ticket_id') return path.includes('/messages') ? '~thread.0~' : '~ticket.0~';
  return name === 'person_id' ? '~extra.0~' : `~${name.replace('_id', '')}.0~`;
};

/** Email addresses must be unique. */
const withOwnEmail = (body: object): object => ('email' in body ? { ...body, email: '~new.9~@desk.example' } : body);

const getBody = ({ method, example }: DocumentedOperation): string | null => {
  if (example === undefined) return null;
  // A PATCH example is about another resource.
  return JSON.stringify(method === 'PATCH' ? {} : withOwnEmail(example));
};

/** A valid request for an operation, by an authorized caller, on an existing resource. It must succeed. */
export const createValidStep = (operation: DocumentedOperation): Step => {
  const { method, path, types } = operation;
  return {
    as: path.startsWith('/people') ? 'ada' : 'owner',
    method,
    path: `/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => getPlaceholder(name, path))}`,
    query: '',
    headers: types.slice(0, 1).map(type => ['Content-Type', type]),
    body: getBody(operation),
    checksUnchanged: false,
  };
};
