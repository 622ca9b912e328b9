import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSignInForm, type TokenBody, toBasicAuthorization } from '../testing/code-flow.ts';
import { withDesk } from '../testing/for-each-desk.ts';

const form = 'application/x-www-form-urlencoded';
const signingIn = 'email=a@desk.example&password=b';

const malformed: [title: string, status: number, headers: Record<string, string>, body: string][] = [
  ['more than 64 KB', 413, {}, `email=${'x'.repeat(70_000)}`],
  ['more than a thousand fields', 413, {}, 'a=b&'.repeat(1001)],
  ['an unknown charset', 415, { 'Content-Type': `${form}; charset=klingon` }, signingIn],
  ['a charset that is not UTF-8', 415, { 'Content-Type': `${form}; charset=utf-16` }, signingIn],
  ['an unknown content coding', 415, { 'Content-Encoding': 'zip' }, signingIn],
  ['invalid gzip', 400, { 'Content-Encoding': 'gzip' }, signingIn],
];

/** Creates a chunked body without Content-Length. */
const chunked = (kilobytes: number): ReadableStream =>
  ReadableStream.from(Array.from({ length: kilobytes }, () => Buffer.from('a'.repeat(1024))));

withDesk(desk => {
  describe('a malformed form of the sign-in page', () => {
    for (const [title, status, headers, body] of malformed) {
      it(`${status} shows a page for ${title}`, async () => {
        const { browser, page } = await openSignInForm(desk());
        const sent = await browser.open(page.url, {
          method: 'POST',
          body,
          headers: { 'Content-Type': form, ...headers },
        });
        assert.equal(sent.status, status);
        assert.match(sent.text, /<h1>Invalid form<\/h1>/);
      });
    }

    for (const type of ['application/json', 'multipart/form-data', 'text/plain']) {
      it(`422 ignores a ${type} body and shows the form again`, async () => {
        const { person } = desk();
        const { browser, page } = await openSignInForm(desk());
        const body = JSON.stringify({ email: person.email, password: person.password });
        const sent = await browser.open(page.url, { method: 'POST', body, headers: { 'Content-Type': type } });
        assert.equal(sent.status, 422);
      });
    }
  });

  describe('a form of a client', () => {
    for (const path of ['/oauth/token', '/v1/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
      it(`400 in both shapes at ${path} for more than 56 KiB in chunks`, async () => {
        const { server, bff } = desk();
        const response = await fetch(`${server.url}${path}`, {
          method: 'POST',
          body: chunked(100),
          headers: { 'Content-Type': form, Authorization: toBasicAuthorization(bff) },
          duplex: 'half',
        });
        const body = (await response.json()) as TokenBody;
        assert.deepEqual([response.status, body.error, body.code], [400, 'invalid_request', 40011]);
        assert.match(body.error_description ?? '', /larger than 56 KiB/);
      });
    }
  });

  it('logs no malformed form as an error', () => {
    assert.deepEqual(
      desk().server.logLines.filter(line => /"level":(50|60)/.test(line)),
      [],
    );
  });
});
