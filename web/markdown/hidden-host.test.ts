import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findHiddenHost } from './hidden-host.ts';

describe('findHiddenHost', () => {
  const cases: [text: string, href: string, hidden: string | null][] = [
    ['our invoice', 'https://bank.example/a', null],
    ['https://bank.example/a', 'https://bank.example/b', null],
    ['bank.example', 'http://www.bank.example/', null],
    ['www.bank.example', 'https://bank.example', null],
    ['https://bank.example', 'https://evil.example/https://bank.example', 'evil.example'],
    ['bank.example/login', 'https://bank.example.evil.example/', 'bank.example.evil.example'],
    ['BANK.example', 'https://bank.example:8443/', 'bank.example:8443'],
    ['https://bank.example', 'https://bank.example@evil.example/', 'evil.example'],
    ['https://аррӏе.example', 'https://аррӏе.example/', 'xn--80ak6aa92e.example'],
    ['Log in at https://bank.example', 'https://evil.example/', 'evil.example'],
    ['Log in at bank.example.', 'https://evil.example/', 'evil.example'],
    ['Log in (https://bank.example/a.html)!', 'https://bank.example/', null],
    ['bank.example, not evil.example', 'https://bank.example/', 'bank.example'],
    ['evil.example|https://bank.example', 'https://evil.example/', 'evil.example'],
    ['Go/https://bank.example', 'https://evil.example/', 'evil.example'],
    ['登录https://bank.example', 'https://evil.example/', 'evil.example'],
    ['\u200bhttps://bank.example', 'https://evil.example/', 'evil.example'],
    ['ba\u00adnk.exa\u034fmple', 'https://evil.example/', 'evil.example'],
    ['\u202eelpmaxe.knab', 'https://evil.example/', 'evil.example'],
    ['http://10.0.0.15/', 'https://evil.example/', 'evil.example'],
    ['server 10.0.0.15', 'https://evil.example/', 'evil.example'],
    ['http://intranet/Page.Name', 'http://intranet/Page.Name', null],
    ['https://bank.example/a_(b.c),42.html', 'https://bank.example/a_(b.c),42.html', null],
    ['https://bank.example/@mara', 'https://bank.example/@mara', null],
    ['Download report.pdf', 'https://files.example/1', null],
    ['Download https://report.pdf', 'https://files.example/1', 'files.example'],
    ['version 2.10 of 24.12.2026', 'https://bank.example/', null],
    ['version 2.0', 'https://bank.example/', null],
    ['mara@desk.example', 'mailto:mara@desk.example', null],
    ['mailto:mara@desk.example', 'mailto:mara@desk.example', null],
    ['mara@desk.example', 'mailto:eve@evil.example', 'eve@evil.example'],
    ['mara@desk.example', 'https://evil.example', 'evil.example'],
    ['Write to Mara (mara@desk.example).', 'mailto:mara@desk.example', null],
    ['Write to mara@desk.example', 'mailto:a@desk.example', 'a@desk.example'],
    ['write to us', 'mailto:mara@desk.example', null],
    ['another ticket', '/tickets/1039', null],
  ];
  for (const [text, href, hidden] of cases) {
    it(`returns ${hidden} for ${text} → ${href}`, () => assert.equal(findHiddenHost(text, href), hidden));
  }
});
