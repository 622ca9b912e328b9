import assert from 'node:assert/strict';
import { commandActor } from '../database/audit-log.ts';
import { findBySubject, insertIdentity } from '../people/identities/store.ts';
import type { TestApi } from './api.ts';

/** Links an account at an identity provider to a person. @returns the id of the identity */
export const linkIdentity = ({ database, stores }: TestApi, personId: string): Promise<string> =>
  database.transaction(async writes => {
    const person = await stores.people.findPerson(writes, personId);
    assert.ok(person);
    const account = { issuer: 'https://login.example', subject: crypto.randomUUID(), email: person.email };
    await insertIdentity(writes, person, account, commandActor(Date.now()));
    return (await findBySubject(writes, account.issuer, account.subject))?.id ?? '';
  });
