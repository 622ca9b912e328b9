import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { matchQuery } from './match.ts';

const labels = [
  'Set priority to Urgent',
  'Set priority to Normal',
  'Set the priority',
  'Assign to Mara Okafor',
  'Assign to Amélie Laurent',
  'Go to open tickets',
  'Go to gists',
  'Close the ticket',
  'Reopen the ticket',
  'Theme: Dark',
  'Show the keyboard shortcuts',
];

const ranked = (query: string): string[] =>
  labels
    .flatMap(label => {
      const match = matchQuery(query, label);
      return match ? [{ label, score: match.score }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ label }) => label);

/** Returns the label with the matching ranges in brackets. */
const marked = (query: string, label: string): string | null => {
  const match = matchQuery(query, label);
  if (!match) return null;
  return match.ranges.reduceRight(
    (text, [from, to]) => `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`,
    label,
  );
};

describe('matchQuery', () => {
  it('matches if each query word equals or starts a word of the label, in any order', () => {
    assert.deepEqual(ranked('urgent'), ['Set priority to Urgent']);
    assert.deepEqual(ranked('prio urg'), ['Set priority to Urgent']);
    assert.deepEqual(ranked('mara assign'), ['Assign to Mara Okafor']);
    assert.deepEqual(ranked('assign pony'), []);
  });

  it('ranks words before substrings', () => {
    assert.deepEqual(ranked('open'), ['Go to open tickets', 'Reopen the ticket']);
    assert.equal(ranked('shortcut')[0], 'Show the keyboard shortcuts');
  });

  it('accepts initials, and words with missing letters', () => {
    assert.deepEqual(ranked('gtg'), ['Go to gists']);
    assert.ok(ranked('prioty').includes('Set the priority'));
    assert.deepEqual(ranked('shrtcuts'), ['Show the keyboard shortcuts']);
    assert.deepEqual(ranked('ste'), [], 'does not match scattered letters');
  });

  it('ignores accents and case', () => {
    assert.deepEqual(ranked('AMELIE'), ['Assign to Amélie Laurent']);
    assert.ok(matchQuery('strasse', 'Straße'));
    assert.ok(matchQuery('Ångström', 'angstrom'));
    assert.ok(matchQuery('kjaer', 'Rasmus Kjær'));
  });

  it('accepts synonyms with a lower score', () => {
    assert.ok(matchQuery('night', 'Theme: Dark', 'night black'));
    const [itself, other] = [matchQuery('dark', 'Dark'), matchQuery('dark', 'Night', 'dark')];
    assert.ok(itself && other && itself.score > other.score);
  });

  it('accepts every label for an empty query, and no label for punctuation', () => {
    assert.deepEqual(ranked(' '), labels);
    assert.deepEqual(ranked('?!'), []);
  });

  it('scores the label itself above 50', () => {
    for (const label of labels) assert.ok((matchQuery(label, label)?.score ?? 0) > 50, label);
  });
});

describe('matchQuery ranges', () => {
  it('contain the matching parts of the label', () => {
    assert.equal(marked('prio urg', 'Set priority to Urgent'), 'Set [prio]rity to [Urg]ent');
    assert.equal(marked('gtg', 'Go to gists'), '[G]o [t]o [g]ists');
    assert.equal(marked('prioty', 'Set the priority'), 'Set the [prio]ri[ty]');
    assert.equal(marked('amelie', 'Amélie Laurent'), '[Amélie] Laurent');
    assert.equal(marked('strasse', 'Lange Straße 1'), 'Lange [Straße] 1');
  });

  it('lie inside the label, in order and disjoint', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(text, text, fc.nat(30), (label, other, start) => {
        for (const query of [other, label, label.slice(start, start + 5)]) {
          let end = 0;
          for (const [from, to] of matchQuery(query, label)?.ranges ?? []) {
            assert.ok(from >= end && to > from && to <= label.length, `${from} ${to} in ${JSON.stringify(label)}`);
            end = to;
          }
        }
      }),
    );
  });
});
