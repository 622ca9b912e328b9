import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListedGist } from '../queries.ts';
import { chooseGists } from './choices.ts';

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

const known = [
  gist('1', 'Reply: refund of a double charge'),
  gist('2', 'Runbook: Réinitialiser'),
  gist('3', 'Reply: wrong VAT number'),
  gist('1', 'Reply: refund of a double charge'),
];
const choose = (query: string, found: string[] = []) =>
  chooseGists(query, { known, found: new Set(found), starred: new Set(['3']) }).map(({ id }) => id);

describe('the gists to insert', () => {
  it('are all known gists, each once, starred ones first', () => assert.deepEqual(choose(''), ['3', '1', '2']));

  it('contain every word in their description, ignoring case and accents', () => {
    assert.deepEqual(choose('rep CHARG'), ['1']);
    assert.deepEqual(choose('reinit'), ['2']);
    assert.deepEqual(choose('refund vat'), []);
  });

  it('include those whose files the server matched', () => assert.deepEqual(choose('iban', ['2']), ['2']));

  it('are found by their number', () => assert.deepEqual(choose('#3'), ['3']));
});
