import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildBody, buildChange, describeText, readTexts, type SettingsField } from './fields.ts';

const fields: SettingsField[] = [
  { name: 'name', label: 'Name', kind: 'line' },
  { name: 'aliases', label: 'Aliases', kind: 'lines' },
  { name: 'default_tags', label: 'Tags', kind: 'words' },
  { name: 'enabled', label: 'On', kind: 'switch' },
  { name: 'acknowledgement', label: 'Answer', kind: 'text', isNullable: true },
  { name: 'outbound.host', label: 'Server', kind: 'line' },
  { name: 'outbound.port', label: 'Port', kind: 'number' },
  { name: 'outbound.password', label: 'Password', kind: 'password' },
  { name: 'since', label: 'Since', kind: 'date', isNullable: true },
  { name: 'limit', label: 'Limit', kind: 'size', isNullable: true },
  { name: 'scopes', label: 'Scopes', kind: 'checks' },
  { name: 'overlap', label: 'Overlap', kind: 'duration', isNullable: true },
];
const mailbox = {
  ...{ name: 'Support', aliases: ['a@desk.example', 'b@desk.example'], default_tags: ['mail', 'new'] },
  ...{ enabled: false, acknowledgement: null, outbound: { host: 'smtp.desk.example', port: 465, password: 'secret' } },
  ...{ since: '2026-11-01T08:00:00.000Z', limit: 26_214_400 },
  ...{ scopes: ['tickets:read', 'gists:read'], overlap: 600 },
};

describe('the fields of a settings form', () => {
  const texts = readTexts(fields, mailbox);

  it('are read as text, without passwords', () => {
    assert.deepEqual(Object.values(texts), [
      ...['Support', 'a@desk.example\nb@desk.example', 'mail, new', 'false', ''],
      ...['smtp.desk.example', '465', '', '2026-11-01', '25 MB', 'tickets:read gists:read', '10m'],
    ]);
    assert.equal(readTexts(fields, { ...mailbox, outbound: null })['outbound.port'], '');
  });

  it('are described by the labels of their options, as on or off, as empty, or by their text', () => {
    const options = [
      { value: 'tickets:read', label: 'Read tickets' },
      { value: '1', label: 'Ada' },
    ];
    for (const [kind, text, description] of [
      ['switch', 'true', 'on'],
      ['switch', 'false', 'off'],
      ['choice', '1', 'Ada'],
      ['checks', 'tickets:read gists:read', 'Read tickets, gists:read'],
      ['checks', '', 'empty'],
      ['line', '', 'empty'],
      ['size', '25 MB', '25 MB'],
    ] as const)
      assert.equal(describeText({ name: 'a', label: 'A', kind, options }, text), description);
  });

  it('become a body with all fields', () => {
    const [name, , tags] = fields;
    assert.ok(name && tags);
    const body = buildBody([name, tags], { name: ' Support ', default_tags: 'mail, new' });
    assert.deepEqual(body, { name: 'Support', default_tags: ['mail', 'new'] });
  });

  it('become a change with the edited fields only', () => {
    assert.deepEqual(buildChange(fields, texts, texts), {});
    const edited = {
      ...texts,
      ...{ aliases: ' b@desk.example \n\n', default_tags: '', enabled: 'true', acknowledgement: ' ' },
      ...{ 'outbound.port': '587', 'outbound.password': ' spaces ' },
    };
    assert.deepEqual(buildChange(fields, { ...texts, acknowledgement: 'Hello' }, edited), {
      ...{ aliases: ['b@desk.example'], default_tags: [], enabled: true, acknowledgement: null },
      outbound: { port: 587, password: ' spaces ' },
    });
    assert.deepEqual(buildChange(fields, texts, { ...texts, since: '' }), { since: null });
    assert.deepEqual(buildChange(fields, texts, { ...texts, since: '2026-10-01' }), {
      since: '2026-10-01T00:00:00.000Z',
    });
    assert.deepEqual(buildChange(fields, texts, { ...texts, 'outbound.port': 'x' }), { outbound: { port: 'x' } });
    assert.deepEqual(buildChange(fields, texts, { ...texts, scopes: 'gists:read' }), { scopes: ['gists:read'] });
    for (const [text, overlap] of [
      ['8h', 28_800],
      ['', null],
      ['soon', 'soon'],
    ] as const)
      assert.deepEqual(buildChange(fields, texts, { ...texts, overlap: text }), { overlap });
    for (const [text, limit] of [
      ['1.5gb', 1_610_612_736],
      ['', null],
      ['large', 'large'],
    ] as const)
      assert.deepEqual(buildChange(fields, texts, { ...texts, limit: text }), { limit });
  });
});
