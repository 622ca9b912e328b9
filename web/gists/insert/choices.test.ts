import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListedGist } from '../queries.ts';
import { matchGists } from './choices.ts';

const gist = (id: string, description: string): ListedGist => ({
  id,
  description,
  url: '',
  public: true,
  owner_id: '1',
  version: 1,
  created_at: '',
  updated_at: '',
});

const rows = [
  gist('1', 'Reply: refund of a double charge'),
  gist('2', 'Runbook: Réinitialiser'),
  gist('3', 'Reply: wrong VAT number'),
  gist('1', 'Reply: refund of a double charge'),
];
const choose = (query: string, foundIds: string[] = []) =>
  matchGists(query, { rows, foundIds: new Set(foundIds), starredIds: new Set(['3']) }).map(({ id }) => id);

describe('matchGists', () => {
  it('without a query, returns all distinct gists, starred gists first', () =>
    assert.deepEqual(choose(''), ['3', '1', '2']));

  it('matches every word of the query in the description, ignoring case and accents', () => {
    assert.deepEqual(choose('rep CHARG'), ['1']);
    assert.deepEqual(choose('reinit'), ['2']);
    assert.deepEqual(choose('refund vat'), []);
  });

  it('returns gists whose files the server matched', () => assert.deepEqual(choose('iban', ['2']), ['2']));

  it('matches the number of a gist', () => assert.deepEqual(choose('#3'), ['3']));
});
