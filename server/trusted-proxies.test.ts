import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import express from 'express';
import { readTrustedProxies } from './trusted-proxies.ts';

describe('TRUST_PROXY', () => {
  const valid = {
    '0': 0,
    '2': 2,
    loopback: 'loopback',
    'loopback, 10.0.0.0/8': 'loopback,10.0.0.0/8',
    '192.0.2.7': '192.0.2.7',
    '2001:db8::/32,::1': '2001:db8::/32,::1',
  };
  for (const [text, read] of Object.entries(valid)) {
    it(`accepts "${text}"`, () => {
      assert.equal(readTrustedProxies(text), read);
      assert.doesNotThrow(() => express().set('trust proxy', read));
    });
  }

  for (const text of ['true', 'all', '-1', '1.5', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0', 'a,b', ',']) {
    it(`rejects "${text}"`, () => assert.equal(readTrustedProxies(text), null));
  }
});
