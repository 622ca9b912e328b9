import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCookieBrowser } from '../testing/browser.ts';
import { firstKey, startTestDesk, type TestDesk } from '../testing/desk.ts';
import { cookieHeader, startSignedInDesk } from '../testing/signed-in-desk.ts';
import {
  cookieValue,
  flipCharacter,
  listLengths,
  listPositions,
  sealWith,
  sessionName,
  wrap,
} from '../testing/tampering.ts';

/** Expects the documented responses to a browser without a valid session. */
async function expectNoSession(desk: TestDesk, cookie: string, message: string): Promise<void> {
  const headers = { cookie };
  const csrfHeaders = { 'x-csrf': '1', 'sec-fetch-site': 'same-origin' };
  const anonymous = createCookieBrowser(desk.url);
  const session = await anonymous.send('/session', { headers });
  assert.deepEqual([session.status, JSON.parse(session.text)], [200, { signed_in: false }], message);
  assert.equal(
    (await anonymous.send('/api/tickets', { headers: { ...headers, ...csrfHeaders } })).status,
    401,
    message,
  );
  assert.equal((await anonymous.send('/login', { headers })).status, 303, message);
  assert.equal((await anonymous.send('/auth?state=x&code=y', { headers })).status, 400, message);
  const logout = await anonymous.send('/logout', { method: 'POST', headers: { ...headers, ...csrfHeaders } });
  assert.equal(logout.status, 200, message);
}

const validSession = {
  access_token: 'an-access-token',
  access_until: Number.MAX_SAFE_INTEGER,
  refresh_token: 'a-refresh-token',
  idle_until: Number.MAX_SAFE_INTEGER,
  ends_at: Number.MAX_SAFE_INTEGER,
};

describe('a manipulated session cookie', () => {
  it('is ignored when truncated to any length', async t => {
    const desk = await startSignedInDesk(t);
    const [name, value] = [sessionName(desk), cookieValue(desk, sessionName(desk))];
    const jwe: string = JSON.parse(Buffer.from(value, 'base64').toString()).jwe;
    for (const length of listLengths(value))
      await expectNoSession(desk, `${name}=${value.slice(0, length)}`, `${length}`);
    for (const length of listLengths(jwe)) {
      await expectNoSession(desk, `${name}=${wrap({ jwe: jwe.slice(0, length) })}`, `${length} sealed`);
    }
    assert.equal(desk.upstream.received.length, 0);
    assert.deepEqual(desk.upstream.revoked, []);
  });

  it('is ignored when any of its bytes is changed', async t => {
    const desk = await startSignedInDesk(t);
    const jwe: string = JSON.parse(Buffer.from(cookieValue(desk, sessionName(desk)), 'base64').toString()).jwe;
    const browser = createCookieBrowser(desk.url);
    for (const position of listPositions(jwe)) {
      const cookie = `${sessionName(desk)}=${wrap({ jwe: flipCharacter(jwe, position) })}`;
      const response = await browser.send('/session', { headers: { cookie } });
      assert.deepEqual([response.status, JSON.parse(response.text)], [200, { signed_in: false }], `byte ${position}`);
    }
    assert.equal(desk.upstream.received.length, 0);
  });

  it('is ignored with any other content', async t => {
    const desk = await startSignedInDesk(t);
    const value = cookieValue(desk, sessionName(desk));
    const { jwe } = JSON.parse(Buffer.from(value, 'base64').toString());
    const started = { state: 's', verifier: 'v', return_to: '/', began: Date.now() };
    const otherKind = await sealWith(firstKey, started, 'transaction');
    const shapes: unknown[] = [
      ...[null, true, 7, 'text', [], [jwe], {}, { jwe: null }, { jwe: 7 }, { jwe: '' }, { jwe: [jwe] }],
      ...[{ jwe: { jwe } }, { jwe: { toString: jwe } }, { JWE: jwe }, { __proto__: null, constructor: { jwe } }],
      ...[{ isNew: true, isChanged: true, isPopulated: true, _ctx: 7, length: -1, toJSON: 1, toString: 1 }],
      ...[{ jwe: otherKind }, { jwe: `${jwe}.` }, { jwe: ` ${jwe}` }, { jwe: '....' }, { jwe: 'eyJ9.a.b.c.d' }],
      { jwe: 'e30..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA' },
      { jwe: `${Buffer.from('{"alg":"none"}').toString('base64url')}....` },
      { jwe: `${Buffer.from('{"alg":"dir","enc":"A256GCM","kid":7,"zip":"DEF"}').toString('base64url')}..a.b.c` },
      { jwe: `${Buffer.from('{"alg":"PBES2-HS256+A128KW","p2c":1e9}').toString('base64url')}.a.b.c.d` },
      JSON.parse('{"__proto__":{"jwe":"a"}}'),
    ];
    for (const shape of shapes) {
      const cookie = `${sessionName(desk)}=${wrap(shape)}`;
      await expectNoSession(desk, cookie, JSON.stringify(shape).slice(0, 80));
    }
    const texts = [
      '',
      '%%%',
      '{}',
      'null',
      jwe,
      otherKind,
      'A'.repeat(10_000),
      '\u00ff'.repeat(50),
      '"',
      '""',
      '=',
      '-',
      ...['=', '!', 'AAAA', '=AAAA'].map(garbage => value + garbage),
    ];
    for (const text of texts) await expectNoSession(desk, `${sessionName(desk)}=${text}`, text.slice(0, 80));
    assert.equal(desk.upstream.received.length, 0);
  });

  it('is ignored when the sealed value has another shape, as from another version', async t => {
    const desk = await startTestDesk(t);
    const shapes: unknown[] = [
      ...[null, 7, 'text', [], {}, [validSession], { session: validSession }],
      ...Object.keys(validSession).map(name => ({ ...validSession, [name]: undefined })),
      ...Object.keys(validSession).map(name => ({ ...validSession, [name]: null })),
      ...Object.keys(validSession).map(name => ({ ...validSession, [name]: [] })),
      { ...validSession, ends_at: '9e9' },
      { ...validSession, access_token: 7 },
      { ...validSession, ends_at: Date.now() - 1 },
      { ...validSession, idle_until: Date.now() - 1 },
      { ...validSession, ends_at: -1 },
    ];
    for (const shape of shapes) {
      const cookie = `${sessionName(desk)}=${wrap({ jwe: await sealWith(firstKey, shape, 'session') })}`;
      await expectNoSession(desk, cookie, JSON.stringify(shape));
    }
    const cookie = `${sessionName(desk)}=${wrap({ jwe: await sealWith('22'.repeat(32), validSession, 'session') })}`;
    await expectNoSession(desk, cookie, 'of another key');
    assert.equal(desk.upstream.received.length, 0);
    assert.equal(desk.upstream.tokenCalls.length, 0);
  });

  it('is found among 200 others; the first of two with its name is used', async t => {
    const desk = await startSignedInDesk(t);
    const own = cookieHeader(desk);
    const name = sessionName(desk);
    const many = Array.from({ length: 200 }, (_, n) => `other${n}=${'x'.repeat(20)}`).join('; ');
    const unusual = '__proto__=1; constructor=2; toString=3; hasOwnProperty=4; =5; 6; ;;; a b=7; "=8; ='.concat(
      `; x${own}`,
    );
    const signedIn = async (cookie: string) =>
      JSON.parse((await createCookieBrowser(desk.url).send('/session', { headers: { cookie } })).text).signed_in;
    for (const cookie of [
      `${many}; ${own}`,
      `${own}; ${many}`,
      `${unusual}; ${own}`,
      `${own}; ${name}=x`,
      `${own};${unusual}`,
    ]) {
      assert.equal(await signedIn(cookie), true, cookie.slice(0, 60));
    }
    for (const cookie of [
      `${name}=x; ${own}`,
      unusual,
      many,
      `x${own}`,
      own.replace('.session', '.sessio'),
      own.toUpperCase(),
    ])
      await expectNoSession(desk, cookie, cookie.slice(0, 60));
  });
});
