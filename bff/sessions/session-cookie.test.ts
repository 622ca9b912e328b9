import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCookieBrowser, isSignedIn } from '../testing/browser.ts';
import { firstKey, type TestDesk } from '../testing/desk.ts';
import { formatCookieHeader, startSignedInDesk } from '../testing/signed-in-desk.ts';
import {
  encodeCookie,
  flipCharacter,
  getCookieValue,
  getSessionCookieName,
  listLengths,
  listPositions,
  sealWith,
} from '../testing/tampering.ts';

const isSignedInWith = async ({ url }: TestDesk, cookie: string): Promise<boolean> =>
  JSON.parse((await createCookieBrowser(url).send('/session', { headers: { cookie } })).text).signed_in;

/** Expects the documented responses to a browser without a valid session. */
async function expectNoSession(desk: TestDesk, cookie: string, message: string): Promise<void> {
  const { send } = createCookieBrowser(desk.url);
  const expectStatus = async (expected: number, path: string, method = 'GET') => {
    const headers = { cookie, 'x-csrf': '1', 'sec-fetch-site': 'same-origin' };
    assert.equal((await send(path, { method, headers })).status, expected, `${path} with ${message}`);
  };
  assert.equal(await isSignedInWith(desk, cookie), false, message);
  await expectStatus(401, '/api/tickets');
  await expectStatus(303, '/login');
  await expectStatus(400, '/auth?state=x&code=y');
  await expectStatus(200, '/logout', 'POST');
}

const inAnHour = Date.now() + 3_600_000;
const validSession = {
  ...{ access_token: 'an-access-token', access_until: inAnHour, refresh_token: 'a-refresh-token' },
  ...{ idle_until: inAnHour, ends_at: inAnHour },
};

/** Encodes an invalid JWE with this header. */
const withHeader = (header: object, rest: string) => ({
  jwe: Buffer.from(JSON.stringify(header)).toString('base64url') + rest,
});

describe('a session cookie', () => {
  it('is ignored when truncated or changed in any byte', async t => {
    const desk = await startSignedInDesk(t);
    const name = getSessionCookieName(desk);
    const value = getCookieValue(desk, name);
    const jwe: string = JSON.parse(Buffer.from(value, 'base64').toString()).jwe;
    for (const length of listLengths(value)) {
      await expectNoSession(desk, `${name}=${value.slice(0, length)}`, `${length}`);
    }
    for (const length of listLengths(jwe)) {
      await expectNoSession(desk, `${name}=${encodeCookie({ jwe: jwe.slice(0, length) })}`, `${length} sealed`);
    }
    for (const position of listPositions(jwe)) {
      const cookie = `${name}=${encodeCookie({ jwe: flipCharacter(jwe, position) })}`;
      assert.equal(await isSignedInWith(desk, cookie), false, `byte ${position}`);
    }
    assert.equal(desk.upstream.received.length, 0);
    assert.deepEqual(desk.upstream.revoked, []);
  });

  it('is ignored with any other content', async t => {
    const desk = await startSignedInDesk(t);
    const value = getCookieValue(desk, getSessionCookieName(desk));
    const { jwe } = JSON.parse(Buffer.from(value, 'base64').toString());
    const started = { state: 's', verifier: 'v', return_to: '/', began: Date.now() };
    const otherKind = await sealWith(firstKey, started, 'transaction');
    const contents: unknown[] = [
      ...[null, true, 7, 'text', [], [jwe], {}, { jwe: null }, { jwe: 7 }, { jwe: '' }, { jwe: [jwe] }],
      ...[{ jwe: { jwe } }, { jwe: { toString: jwe } }, { JWE: jwe }, { __proto__: null, constructor: { jwe } }],
      ...[{ isNew: true, isChanged: true, isPopulated: true, _ctx: 7, length: -1, toJSON: 1, toString: 1 }],
      ...[{ jwe: otherKind }, { jwe: `${jwe}.` }, { jwe: ` ${jwe}` }, { jwe: '....' }, { jwe: 'eyJ9.a.b.c.d' }],
      { jwe: 'e30..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA' },
      withHeader({ alg: 'none' }, '....'),
      withHeader({ alg: 'dir', enc: 'A256GCM', kid: 7, zip: 'DEF' }, '..a.b.c'),
      withHeader({ alg: 'PBES2-HS256+A128KW', p2c: 1e9 }, '.a.b.c.d'),
      JSON.parse('{"__proto__":{"jwe":"a"}}'),
    ];
    const texts = [
      ...['', '%%%', '{}', 'null', jwe, otherKind, 'A'.repeat(10_000), '\u00ff'.repeat(50), '"', '""', '=', '-'],
      ...['=', '!', 'AAAA', '=AAAA'].map(garbage => value + garbage),
    ];
    for (const text of [...contents.map(encodeCookie), ...texts]) {
      await expectNoSession(desk, `${getSessionCookieName(desk)}=${text}`, text.slice(0, 80));
    }
    assert.equal(desk.upstream.received.length, 0);
  });

  it('is ignored if its value is malformed (as from another version) or sealed with another key', async t => {
    const desk = await startSignedInDesk(t);
    const seal = async (shape: unknown, key = firstKey) =>
      `${getSessionCookieName(desk)}=${encodeCookie({ jwe: await sealWith(key, shape, 'session') })}`;
    assert.equal(await isSignedInWith(desk, await seal(validSession)), true);
    const shapes: unknown[] = [
      ...[null, 7, 'text', [], {}, [validSession], { session: validSession }],
      ...Object.keys(validSession).flatMap(name =>
        [undefined, null, []].map(value => ({ ...validSession, [name]: value })),
      ),
      ...[{ ends_at: '9e9' }, { ends_at: Date.now() - 1 }, { ends_at: -1 }].map(end => ({ ...validSession, ...end })),
      ...[{ access_token: 7 }, { idle_until: Date.now() - 1 }].map(change => ({ ...validSession, ...change })),
    ];
    for (const shape of shapes) await expectNoSession(desk, await seal(shape), JSON.stringify(shape));
    await expectNoSession(desk, await seal(validSession, '22'.repeat(32)), 'a session sealed with a different key');
    assert.equal(desk.upstream.tokenCalls.length, 1, 'the sign-in');
  });

  it('is found among 200 other cookies; the first of two cookies with its name is used', async t => {
    const desk = await startSignedInDesk(t);
    const [own, name] = [formatCookieHeader(desk), getSessionCookieName(desk)];
    const many = Array.from({ length: 200 }, (_, n) => `other${n}=${'x'.repeat(20)}`).join('; ');
    const unusual = `__proto__=1; constructor=2; toString=3; hasOwnProperty=4; =5; 6; ;;; a b=7; "=8; =; x${own}`;
    const valid = [
      `${many}; ${own}`,
      `${own}; ${many}`,
      `${unusual}; ${own}`,
      `${own}; ${name}=x`,
      `${own};${unusual}`,
    ];
    for (const cookie of valid) assert.equal(await isSignedInWith(desk, cookie), true, cookie.slice(0, 60));
    const renamed = [`x${own}`, own.replace('.session', '.sessio'), own.toUpperCase()];
    for (const cookie of [`${name}=x; ${own}`, unusual, many, ...renamed]) {
      await expectNoSession(desk, cookie, cookie.slice(0, 60));
    }
    assert.equal(await isSignedIn(desk.browser), true);
  });
});
