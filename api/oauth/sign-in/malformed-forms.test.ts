import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSignInForm } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';

const form = 'application/x-www-form-urlencoded';
const signInFields = 'email=a@desk.example&password=b';
const invalidForm = /<h1>Invalid form<\/h1>/;
const signInForm = /<h1>Sign in<\/h1>/;

const malformed: [title: string, status: number, page: RegExp, headers: Record<string, string>, body: string][] = [
  ['more than 64 KiB', 413, invalidForm, {}, `email=${'x'.repeat(70_000)}`],
  ['more than a thousand fields', 413, invalidForm, {}, 'a=b&'.repeat(1001)],
  ['an unknown charset', 415, invalidForm, { 'Content-Type': `${form}; charset=klingon` }, signInFields],
  ['a charset that is not UTF-8', 415, invalidForm, { 'Content-Type': `${form}; charset=utf-16` }, signInFields],
  ['an unknown content coding', 415, invalidForm, { 'Content-Encoding': 'zip' }, signInFields],
  ['invalid gzip', 400, invalidForm, { 'Content-Encoding': 'gzip' }, signInFields],
  ['JSON', 422, signInForm, { 'Content-Type': 'application/json' }, '{"email":"a@desk.example","password":"b"}'],
  ['multipart/form-data', 422, signInForm, { 'Content-Type': 'multipart/form-data' }, signInFields],
  ['text/plain', 422, signInForm, { 'Content-Type': 'text/plain' }, signInFields],
  ['no fields', 422, signInForm, {}, ''],
];

withDesk(desk => {
  describe('a malformed form of the sign-in page', () => {
    for (const [title, status, expected, headers, body] of malformed) {
      it(`${status} shows a page for ${title}`, async () => {
        const { browser, page } = await openSignInForm(desk());
        const init = { method: 'POST', body, headers: { 'Content-Type': form, ...headers } };
        const sent = await browser.open(page.url, init);
        assert.equal(sent.status, status);
        assert.match(sent.text, expected);
      });
    }

    it('is not logged as an error', () => {
      const errors = desk().server.logLines.filter(line => /"level":(50|60)/.test(line));
      assert.deepEqual(errors, []);
    });
  });
});
