import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findRedirectUriProblem } from '#contract/redirect-uri';

const valid = [
  'https://program.example/',
  'https://program.example:8443/back?tenant=7&x=%2F',
  'https://xn--bcher-kva.example/back',
  'https://localhost:5000/back',
  'http://localhost/back',
  'http://127.0.0.1:7000/back',
  'http://127.0.0.2:7000/',
  'http://[::1]:7000/back',
  "https://program.example/a-b._~!$&'()+,;=:@/back",
];

const invalid: [problem: RegExp, ...uris: string[]][] = [
  [/must be an absolute URL/, '', '/back', 'program.example/back', '//program.example/back'],
  [/must be an absolute URL/, 'https://a b.example/', 'https://program.example:99999/', 'http://localhost:*/'],
  [/must be https/, 'http://program.example/', 'http://app.localhost/', 'http://0.0.0.0:7000/', 'http://[::2]/'],
  [/must be https/, 'http://localhost.evil.example/', 'http://127.0.0.1.evil.example/'],
  [/must not use com\.example\.app: .+http:\/\/127\.0\.0\.1:7000\/back/, 'com.example.app:/back'],
  [/must not use javascript:/, 'javascript:alert(1)', 'JavaScript:alert(1)', 'java\nscript:alert(1)'],
  [/must not use/, 'data:text/html,x', 'file:///etc/passwd', 'urn:ietf:wg:oauth:2.0:oob'],
  [/not have a fragment/, 'https://program.example/#', 'https://program.example/back#token'],
  [/not contain a user name/, 'https://mara:secret@program.example/', 'https://program.example@evil.example/'],
  [/must not contain a wildcard/, 'https://*.example/', 'https://program.example/*'],
  [/is sent by browsers as https:\/\/program\.example\/;/, 'https://program.example', 'HTTPS://Program.Example/'],
  [/is sent by browsers as https:\/\/program\.example\/;/, 'https://program.example:443/', 'https://@program.example/'],
  [/is sent by browsers as http:\/\/127\.0\.0\.1\/;/, 'http://127.1/', 'http://127.0.0.1:80/'],
  [/is sent by browsers as http:\/\/\[::1\]\/;/, 'http://[0:0:0:0:0:0:0:1]/'],
  [
    /is sent by browsers as https:\/\/a\.example\/b;/,
    'https://a.example/a/../b',
    'https://a.example/a/%2e%2e/b',
    'https:a.example/b',
  ],
  [
    /is sent by browsers as https:\/\/a\.example\/b;/,
    'https:\\\\a.example\\b',
    'https://a.example/b ',
    'https://a.exam\tple/b',
  ],
  [/is sent by browsers as https:\/\/a\.example\/backSet/, 'https://a.example/back\r\nSet-Cookie: a=b'],
  [/is sent by browsers as https:\/\/a\.example\/%00back;/, 'https://a.example/\0back'],
  [/is sent by browsers as https:\/\/xn--bcher-kva\.example\/%C3%BC;/, 'https://bücher.example/ü'],
  [/percent-encoding/, 'https://a.example/?a=\\b', 'https://a.example/?a={b}', 'https://a.example/a|b'],
  [/percent-encoding/, 'https://a.example/100%'],
];

describe('a redirect URI', () => {
  for (const uri of valid) it(`can be ${uri}`, () => assert.equal(findRedirectUriProblem(uri), null));
  for (const [problem, ...uris] of invalid) {
    for (const uri of uris) {
      it(`cannot be ${JSON.stringify(uri)}`, () => assert.match(findRedirectUriProblem(uri) ?? '', problem));
    }
  }
});
