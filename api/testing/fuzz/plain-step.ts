import type { DocumentedOperation } from './document-operations.ts';
import type { Step } from './step.ts';

/** What stands in the place of a parameter: of a message and its ticket the two that belong together. */
const placeOf = (name: string, path: string): string => {
  if (name === 'ticket_id') return path.includes('/messages') ? '~thread.0~' : '~ticket.0~';
  return name === 'person_id' ? '~extra.0~' : `~${name.replace('_id', '')}.0~`;
};

/** No two people have the same address. */
const withOwnEmail = (body: object): object => ('email' in body ? { ...body, email: '~new.9~@desk.example' } : body);

const bodyOf = ({ method, example }: DocumentedOperation): string | null => {
  if (example === undefined) return null;
  // An example says what to change of a thing that is another one.
  return JSON.stringify(method === 'PATCH' ? {} : withOwnEmail(example));
};

/** An operation as its reference shows it, by somebody who may, of what is there: it is answered with success. */
export const plainStep = (operation: DocumentedOperation): Step => {
  const { method, path, types } = operation;
  return {
    oddness: 0,
    as: path.startsWith('/people') ? 'ada' : 'owner',
    method,
    path: `/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => placeOf(name, path))}`,
    query: '',
    headers: types.slice(0, 1).map(type => ['Content-Type', type]),
    body: bodyOf(operation),
    watched: false,
  };
};
