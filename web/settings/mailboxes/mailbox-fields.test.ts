import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildIncomingChange, incomingFields, selectIncomingFields } from './mailbox-fields.ts';

const unconnected = { inbound: null };

describe('buildIncomingChange', () => {
  it('changes, adds or removes the IMAP server', () => {
    const inbound = { host: 'imap.example' };
    assert.deepEqual(buildIncomingChange({ inbound }, 'imap'), { inbound });
    assert.deepEqual(buildIncomingChange({ incoming: 'imap', inbound }, 'imap'), { inbound });
    assert.deepEqual(buildIncomingChange({ incoming: 'none', inbound }, 'none'), { inbound: null });
  });

  it('ignores a server that was typed before the source was changed back to none', () => {
    assert.deepEqual(buildIncomingChange({ inbound: { host: 'imap.example' } }, 'none'), { inbound: null });
  });

  it('does not change the server if only another member changes', () => {
    const change = { trusted_authserv_id: 'mx.example' };
    for (const source of ['imap', 'none']) assert.deepEqual(buildIncomingChange(change, source), change);
  });
});

describe('selectIncomingFields', () => {
  const select = (texts: Record<string, string>) =>
    selectIncomingFields(incomingFields(unconnected), texts).map(({ name }) => name);

  it('selects the fields of the chosen source', () => {
    assert.deepEqual(select({ incoming: 'none' }), ['incoming', 'trusted_authserv_id']);
    assert.ok(select({ incoming: 'imap' }).includes('inbound.host'));
  });

  it('selects the target folder only if imported mail is moved', () => {
    const shows = (action: string) =>
      select({ incoming: 'imap', 'inbound.after_import': action }).includes('inbound.move_to');
    assert.deepEqual(['', 'seen', 'move'].map(shows), [false, false, true]);
  });
});
