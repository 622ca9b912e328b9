import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isAutomatic } from './automatic.ts';

const isAutomaticWith = (name: string, value: string): boolean =>
  isAutomatic(each => (each === name ? [value] : []), 'text/plain');

it('a mail is automatic if it has any header of automatic mail, or is a report', () => {
  const headers: [name: string, value: string][] = [
    ...['auto-replied', 'auto-generated', 'Auto-Notified; owner-email=x'].map((value): [string, string] => [
      'auto-submitted',
      value,
    ]),
    ...['bulk', 'junk', 'list', ' Auto_Reply '].map((value): [string, string] => ['precedence', value]),
    ['x-autoreply', 'yes'],
    ['x-autorespond', ''],
    ['list-id', '<news.shop.example>'],
    ['return-path', '< >'],
  ];
  for (const [name, value] of headers) assert.ok(isAutomaticWith(name, value), `${name}: ${value}`);
  assert.ok(isAutomatic(() => [], 'multipart/report'));
});

it('headers of ordinary mail do not make a mail automatic', () => {
  for (const [name, value] of [
    ['auto-submitted', 'No'],
    ['precedence', 'first-class'],
    ['return-path', '<amelie@shop.example>'],
    ['x-auto-response-suppress', 'All'],
  ] as const)
    assert.ok(!isAutomaticWith(name, value), `${name}: ${value}`);
});
