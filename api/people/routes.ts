import type { z } from 'zod';
import { createPerson, getMe, getPerson, listPeople, updatePerson } from '#contract';
import type { FieldError } from '#contract/errors';
import { changesOf } from '../database/counters.ts';
import type { Queries, Writes } from '../database/database.ts';
import { sortColumns } from '../database/keyset.ts';
import { fieldError, invalid } from '../http/errors.ts';
import type { Resource, Route } from '../http/route.ts';
import { createRoute } from '../http/serve-create.ts';
import { itemRoute } from '../http/serve-item.ts';
import { type Listing, listRoute } from '../http/serve-list.ts';
import { updateRoute } from '../http/serve-update.ts';
import { type PersonDraft, type PersonRow, personDraft, showPerson } from './shape.ts';
import * as people from './store.ts';

/** What the people need from outside their room. */
type Needs = {
  publicUrl: string;
  /** Turns a password into what may be stored. */
  hashPassword(password: string): Promise<string>;
  /** Ends everything a person is signed in with. */
  endAccess(writes: Writes, personId: string): Promise<void>;
};

/** Every operation on people. */
export const peopleRoutes = ({ publicUrl, hashPassword, endAccess }: Needs): Route[] => {
  const resource: Resource<PersonRow, PersonDraft> = {
    name: 'person',
    parameter: 'person_id',
    find: (queries, { person_id = '' }) => people.findPerson(queries, person_id),
    isGone: async () => false,
    draft: personDraft,
    show: showPerson(publicUrl),
    check: (queries, { email }, { person_id }) => emailTaken(queries, email, person_id),
    prepare: async draft =>
      draft.password === undefined ? draft : { ...draft, password: await hashPassword(draft.password) },
  };
  const me: typeof resource = {
    ...resource,
    find: (queries, _address, caller) => people.findPerson(queries, caller.person.id),
  };
  const listing: Listing<z.output<typeof listPeople.query>, PersonRow> = {
    kind: 'person',
    validator: async queries => String(await changesOf(queries, 'people.changes')),
    page: (queries, { query, place, limit }) => {
      const sort = sortColumns(query.sort);
      return people.listPeople(queries, sort, place, limit);
    },
    count: queries => people.countPeople(queries),
    show: resource.show,
  };

  return [
    listRoute(listPeople, listing),
    itemRoute(getMe, me),
    itemRoute(getPerson, resource),
    createRoute(createPerson, resource, async (writes, { password, ...draft }, { now }) => {
      await requireFreeEmail(writes, draft.email);
      return people.insertPerson(writes, draft, password ?? null, now);
    }),
    updateRoute(updatePerson, resource, async (writes, row, { password, ...draft }, { now }) => {
      await requireFreeEmail(writes, draft.email, row.id);
      // For good: enabling the person again later brings no old token back to life.
      if (draft.disabled || password !== undefined) await endAccess(writes, row.id);
      return people.updatePerson(writes, row, draft, password ?? null, now);
    }),
  ];
};

/** The complaint about an address that somebody else has. */
const emailTaken = async (queries: Queries, email: string | undefined, id?: string): Promise<FieldError[]> => {
  const holder = email === undefined ? null : await people.findPersonByEmail(queries, email);
  if (holder === null || holder.id === id) return [];
  return [fieldError('email', 'duplicate', 'is already the address of somebody')];
};

/** Asked again in the transaction: of two who want an address at once, the second hears the same as one who comes later. */
const requireFreeEmail = async (writes: Writes, email: string, id?: string): Promise<void> => {
  const errors = await emailTaken(writes, email, id);
  if (errors.length > 0) throw invalid(errors);
};
