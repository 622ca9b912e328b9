import { deepEqual, equal, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { parseSampleFile, sampleAge, sampleList } from './sample-files.ts';

const head = z.strictObject({ subject: z.string(), opened: sampleAge, tags: sampleList.default([]), text: z.string() });
const item = z.strictObject({ from: z.enum(['mara', 'customer']), text: z.string() });
const parse = (source: string) => parseSampleFile('threads/1.md', source, head, item);

describe('a sample file', () => {
  it('contains a head and items, each with fields and a text', () => {
    const source = `---
subject: SSO: no role
opened: 1d4h
tags: sso, roles
---

One.

- two

---
from: mara
---
Three.
`;
    const expected = {
      head: { subject: 'SSO: no role', opened: 28 * 3_600_000, tags: ['sso', 'roles'], text: 'One.\n\n- two' },
      items: [{ from: 'mara', text: 'Three.' }],
    };
    deepEqual(parse(source), expected);
    deepEqual(parse(source.replaceAll('\n', '\r\n')), expected);
  });

  const valid = '---\nsubject: A\nopened: 5d\n---\nText\n';
  const invalid: [title: string, source: string, message: RegExp][] = [
    ['an empty file', '', /^Error: api\/sample\/threads\/1\.md, part 1:\n/],
    ['a missing field', '---\nopened: 5d\n---\n', /part 1:\n.*\n {2}→ at subject$/],
    ['an unknown field', valid.replace('opened', 'colour: red\nopened'), /part 1:\n.*"colour"$/],
    ['a line without a value', valid.replace('opened', 'urgent\nopened'), /part 1:\n.*"urgent"$/],
    ['an age with its units out of order', valid.replace('5d', '5m2h'), /not an age such as 1d4h\n {2}→ at opened$/],
    ['an age without a unit', valid.replace('5d', '5'), /not an age such as 1d4h\n {2}→ at opened$/],
    ['an unknown value', `${valid}\n---\nfrom: nils\n---\nHi`, /part 2:\n.*"mara".*\n {2}→ at from$/],
  ];
  it('is rejected with an error that names the file, the part and the invalid field', () => {
    for (const [title, source, message] of invalid) throws(() => parse(source), message, title);
  });
});

it('an age is the sum of its units', () => {
  for (const [text, minutes] of Object.entries({ '55m': 55, '2h5m': 125, '3d': 4320, '1d4h30m': 1710 }))
    equal(sampleAge.parse(text), minutes * 60_000);
});
