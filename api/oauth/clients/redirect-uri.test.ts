import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requireRedirectUri } from './redirect-uri.ts';
import { RegistrationError } from './registration-error.ts';

const taken = [
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

const refused: [uri: string, sentence: RegExp][] = [
  ['', /no absolute address/],
  ['/back', /no absolute address/],
  ['program.example/back', /no absolute address/],
  ['//program.example/back', /no absolute address/],
  ['https://', /no absolute address/],
  ['https://a b.example/', /no absolute address/],
  ['https://program.example:99999/', /no absolute address/],

  ['http://program.example/', /must be https/],
  ['http://localhost.evil.example/', /must be https/],
  ['http://127.0.0.1.evil.example/', /must be https/],
  ['http://app.localhost/', /must be https/],
  ['http://0.0.0.0:7000/', /must be https/],
  ['http://[::2]/', /must be https/],
  ['com.example.app:/back', /com\.example\.app: is no place.+http:\/\/127\.0\.0\.1:7000\/back/],
  ['javascript:alert(1)', /javascript: is no place/],
  ['JavaScript:alert(1)', /javascript: is no place/],
  [' javascript:alert(1)', /javascript: is no place/],
  ['java\nscript:alert(1)', /javascript: is no place/],
  ['data:text/html,x', /data: is no place/],
  ['file:///etc/passwd', /file: is no place/],
  ['urn:ietf:wg:oauth:2.0:oob', /urn: is no place/],

  ['https://program.example/#', /no fragment/],
  ['https://program.example/back#token', /no fragment/],
  ['https://mara@program.example/', /no user name/],
  ['https://mara:secret@program.example/', /no user name/],
  ['https://program.example@evil.example/', /no user name/],
  ['https://*.example/', /stands for nothing/],
  ['https://program.example/*', /stands for nothing/],
  ['http://localhost:*/', /no absolute address/],

  ['https://program.example', /write it https:\/\/program\.example\/;/],
  ['https://Program.Example/', /write it https:\/\/program\.example\/;/],
  ['HTTPS://program.example/', /write it https:\/\/program\.example\/;/],
  ['https://program.example:443/', /write it https:\/\/program\.example\/;/],
  ['http://localhost:80/', /write it http:\/\/localhost\/;/],
  ['http://127.1/', /write it http:\/\/127\.0\.0\.1\/;/],
  ['http://[0:0:0:0:0:0:0:1]/', /write it http:\/\/\[::1\]\/;/],
  ['https://program.example/a/../b', /write it https:\/\/program\.example\/b;/],
  ['https://program.example/./b', /write it https:\/\/program\.example\/b;/],
  ['https://program.example/a/%2e%2e/b', /write it https:\/\/program\.example\/b;/],
  ['https:program.example/', /write it https:\/\/program\.example\/;/],
  ['https:\\\\program.example\\back', /write it https:\/\/program\.example\/back;/],
  ['https://program.example/a b', /write it https:\/\/program\.example\/a%20b;/],
  ['https://program.example/back ', /write it https:\/\/program\.example\/back;/],
  ['https://program.example/ba\tck', /write it https:\/\/program\.example\/back;/],
  ['https://program.example/back\r\nSet-Cookie: a=b', /write it https:\/\/program\.example\/backSet/],
  ['https://program.example/\0back', /write it https:\/\/program\.example\/%00back;/],
  ['https://bücher.example/', /write it https:\/\/xn--bcher-kva\.example\/;/],
  ['https://program.example/ü', /write it https:\/\/program\.example\/%C3%BC;/],
  ['https://@program.example/', /write it https:\/\/program\.example\/;/],

  ['https://program.example/?a=\\b', /percent sign/],
  ['https://program.example/?a={b}', /percent sign/],
  ['https://program.example/a|b', /percent sign/],
  ['https://program.example/100%', /percent sign/],
];

describe('a redirect URI', () => {
  for (const uri of taken) {
    it(`may be ${uri}`, () => requireRedirectUri(uri));
  }
  for (const [uri, sentence] of refused) {
    it(`is never ${JSON.stringify(uri)}`, () => {
      assert.throws(
        () => requireRedirectUri(uri),
        (error: Error) => error instanceof RegistrationError && sentence.test(error.message),
      );
    });
  }

  it('is refused in one line, whatever it holds', () => {
    assert.throws(() => requireRedirectUri('https://a.example/\n\u001b[2J'), /^[^\p{Cc}]+$/u);
  });
});
