import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isInlinePicture } from '../database/is-inline-picture.ts';
import { cleanDeclaredType, cleanName } from './clean-name.ts';
import { detectType } from './detect-type.ts';

const png = (width: number, height: number) => {
  const bytes = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\x08\x06', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const gif = (rest = '') => Buffer.from(`GIF89a\x20\x03\x58\x02${rest}`, 'latin1');
const jpeg = (profile: number) =>
  Buffer.concat([
    Buffer.from('\xff\xd8\xff\xe0\0\x04\0\0\xff\xe2', 'latin1'),
    Buffer.from([(profile + 2) >> 8, (profile + 2) & 0xff]),
    Buffer.alloc(profile, 1),
    Buffer.from('\xff\xff\xc2\0\x11\x08\x02\x58\x03\x20\x03', 'latin1'),
  ]);
const webp = (chunk: string, rest: string) =>
  Buffer.from(`RIFF\x40\0\0\0WEBP${chunk}\x20\0\0\0${rest}`.padEnd(60, '\0'), 'latin1');

describe('the type of a file', () => {
  it('is detected from the first bytes, with the size of a picture', () => {
    const size = { width: 800, height: 600 };
    assert.deepEqual(detectType(png(800, 600)), { type: 'image/png', ...size });
    assert.deepEqual(detectType(gif()), { type: 'image/gif', ...size });
    assert.deepEqual(detectType(jpeg(40_000)), { type: 'image/jpeg', ...size });
    const extended = webp('VP8X', '\0\0\0\0\x1f\x03\0\x57\x02\0');
    assert.deepEqual(detectType(extended), { type: 'image/webp', ...size });
    assert.deepEqual(detectType(webp('VP8 ', '\0\0\0\x9d\x01\x2a\x20\x03\x58\x02')), { type: 'image/webp', ...size });
    assert.deepEqual(detectType(webp('VP8L', '\x2f\x1f\xc3\x95\x00')), { type: 'image/webp', ...size });
    const other = { width: null, height: null };
    assert.deepEqual(detectType(Buffer.from('%PDF-1.7')), { type: 'application/pdf', ...other });
    assert.deepEqual(detectType(Buffer.from('PK\x03\x04')), { type: 'application/zip', ...other });
  });

  it('is unknown for HTML, SVG, XML and inexact signatures', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
    for (const text of [
      '',
      svg,
      '<!doctype html><script>',
      '<?xml version="1.0"?>',
      'GIF88a',
      'RIFF1234WAVE',
      ' %PDF-',
    ])
      assert.equal(detectType(Buffer.from(text)).type, 'application/octet-stream', text);
  });

  it('is image/gif for a GIF that is HTML as well', () => {
    assert.equal(detectType(gif('/*<script>alert(1)</script>*/=1;')).type, 'image/gif');
  });

  it('does not allow a browser to show a picture of unknown size, or of 40 megapixels or more', () => {
    for (const bytes of [
      png(0, 600),
      png(100_000, 100_000),
      png(8000, 5000),
      jpeg(9).subarray(0, 20),
      gif().subarray(0, 6),
    ])
      assert.equal(isInlinePicture(detectType(bytes)), false);
    assert.equal(isInlinePicture(detectType(png(8000, 4999))), true);
    assert.equal(isInlinePicture(detectType(Buffer.from('%PDF-'))), false);
  });

  it('is detected without an error for any bytes', () => {
    const start = fc.constantFrom(
      '',
      '\x89PNG\r\n\x1a\n',
      '\xff\xd8\xff',
      'GIF89a',
      'RIFF1234WEBP',
      'RIFF1234WEBPVP8L',
    );
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 80 }), (text, rest) => {
        detectType(Buffer.concat([Buffer.from(text, 'latin1'), rest]));
      }),
      { seed: 20, numRuns: 2000 },
    );
  });
});

describe('the name of a file', () => {
  it('has no path, no control character and no direction override', () => {
    assert.equal(cleanName('../..\\etc/passwd'), '.._.._etc_passwd');
    assert.equal(cleanName('a\0b\r\nc\u2028d'), 'a_b__c_d');
    assert.equal(cleanName('gpj.\u202eexe'), 'gpj._exe');
    for (const empty of ['', ' ', '.', '..']) assert.equal(cleanName(empty), 'file');
    assert.equal([...cleanName('😀'.repeat(300))].length, 255);
    assert.equal(cleanName('a\ud800'), 'a\ufffd');
  });
});

describe('the declared type', () => {
  it('is a media type with its parameters, or null', () => {
    for (const type of ['text/plain', 'text/plain; charset=utf-8', 'application/vnd.ms-excel;name="a b"'])
      assert.equal(cleanDeclaredType(type), type);
    for (const type of [undefined, '', 'text', 'a/b\r\nBcc: c@d', 'a/b; x="\n"', `a/${'b'.repeat(200)}`])
      assert.equal(cleanDeclaredType(type), null);
  });
});
