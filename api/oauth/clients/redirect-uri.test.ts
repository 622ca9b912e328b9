import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requireRedirectUri } from './redirect-uri.ts';
import { RegistrationError } from './registration-error.ts';

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

const invalid: [uri: string, message: RegExp][] = [
  ['', /must be an absolute URL/],
  ['/back', /must be an absolute URL/],
  ['program.example/back', /must be an absolute URL/],
  ['//program.example/back', /must be an absolute URL/],
  ['https://', /must be an absolute URL/],
  ['https://a b.example/', /must be an absolute URL/],
  ['https://program.example:99999/', /must be an absolute URL/],

  ['http://program.example/', /must be https/],
  ['http://localhost.evil.example/', /must be https/],
  ['http://127.0.0.1.evil.example/', /must be https/],
  ['http://app.localhost/', /must be https/],
  ['http://0.0.0.0:7000/', /must be https/],
  ['http://[::2]/', /must be https/],
  ['com.example.app:/back', /com\.example\.app: is not supported.+http:\/\/127\.0\.0\.1:7000\/back/],
  ['javascript:alert(1)', /javascript: is not supported/],
  ['JavaScript:alert(1)', /javascript: is not supported/],
  [' javascript:alert(1)', /javascript: is not supported/],
  ['java\nscript:alert(1)', /javascript: is not supported/],
  ['data:text/html,x', /data: is not supported/],
  ['file:///etc/passwd', /file: is not supported/],
  ['urn:ietf:wg:oauth:2.0:oob', /urn: is not supported/],

  ['https://program.example/#', /not have a fragment/],
  ['https://program.example/back#token', /not have a fragment/],
  ['https://mara@program.example/', /not contain a user name/],
  ['https://mara:secret@program.example/', /not contain a user name/],
  ['https://program.example@evil.example/', /not contain a user name/],
  ['https://*.example/', /wildcards are not supported/],
  ['https://program.example/*', /wildcards are not supported/],
  ['http://localhost:*/', /must be an absolute URL/],

  ['https://program.example', /send it as https:\/\/program\.example\/;/],
  ['https://Program.Example/', /send it as https:\/\/program\.example\/;/],
  ['HTTPS://program.example/', /send it as https:\/\/program\.example\/;/],
  ['https://program.example:443/', /send it as https:\/\/program\.example\/;/],
  ['http://localhost:80/', /send it as http:\/\/localhost\/;/],
  ['http://127.1/', /send it as http:\/\/127\.0\.0\.1\/;/],
  ['http://[0:0:0:0:0:0:0:1]/', /send it as http:\/\/\[::1\]\/;/],
  ['https://program.example/a/../b', /send it as https:\/\/program\.example\/b;/],
  ['https://program.example/./b', /send it as https:\/\/program\.example\/b;/],
  ['https://program.example/a/%2e%2e/b', /send it as https:\/\/program\.example\/b;/],
  ['https:program.example/', /send it as https:\/\/program\.example\/;/],
  ['https:\\\\program.example\\back', /send it as https:\/\/program\.example\/back;/],
  ['https://program.example/a b', /send it as https:\/\/program\.example\/a%20b;/],
  ['https://program.example/back ', /send it as https:\/\/program\.example\/back;/],
  ['https://program.example/ba\tck', /send it as https:\/\/program\.example\/back;/],
  ['https://program.example/back\r\nSet-Cookie: a=b', /send it as https:\/\/program\.example\/backSet/],
  ['https://program.example/\0back', /send it as https:\/\/program\.example\/%00back;/],
  ['https://bücher.example/', /send it as https:\/\/xn--bcher-kva\.example\/;/],
  ['https://program.example/ü', /send it as https:\/\/program\.example\/%C3%BC;/],
  ['https://@program.example/', /send it as https:\/\/program\.example\/;/],

  ['https://program.example/?a=\\b', /percent-encoding/],
  ['https://program.example/?a={b}', /percent-encoding/],
  ['https://program.example/a|b', /percent-encoding/],
  ['https://program.example/100%', /percent-encoding/],
];

describe('a redirect URI', () => {
  for (const uri of valid) {
    it(`can be ${uri}`, () => requireRedirectUri(uri));
  }
  for (const [uri, message] of invalid) {
    it(`cannot be ${JSON.stringify(uri)}`, () => {
      assert.throws(
        () => requireRedirectUri(uri),
        (error: Error) => error instanceof RegistrationError && message.test(error.message),
      );
    });
  }

  it('is rejected in one line despite control characters', () => {
    assert.throws(() => requireRedirectUri('https://a.example/\n\u001b[2J'), /^[^\p{Cc}]+$/u);
  });
});
