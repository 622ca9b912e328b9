import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { match } from './match.ts';

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
      const found = match(query, label);
      return found ? [{ label, score: found.score }] : [];
    })
    .sort((one, other) => other.score - one.score)
    .map(({ label }) => label);

/** The label with what was found in brackets. */
const marked = (query: string, label: string): string | null => {
  const found = match(query, label);
  if (!found) return null;
  return found.ranges.reduceRight(
    (text, [from, to]) => `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`,
    label,
  );
};

describe('what fits a query', () => {
  it('has each of its words, in any order, whole or begun', () => {
    assert.deepEqual(ranked('urgent'), ['Set priority to Urgent']);
    assert.deepEqual(ranked('prio urg'), ['Set priority to Urgent']);
    assert.deepEqual(ranked('mara assign'), ['Assign to Mara Okafor']);
    assert.deepEqual(ranked('assign pony'), []);
  });

  it('comes before what has its words only inside of others', () => {
    assert.deepEqual(ranked('open'), ['Go to open tickets', 'Reopen the ticket']);
    assert.equal(ranked('shortcut')[0], 'Show the keyboard shortcuts');
  });

  it('may be its initials, or have letters more', () => {
    assert.deepEqual(ranked('gtg'), ['Go to gists']);
    assert.ok(ranked('prioty').includes('Set the priority'));
    assert.deepEqual(ranked('shrtcuts'), ['Show the keyboard shortcuts']);
    assert.deepEqual(ranked('ste'), [], 'no letters from here and there');
  });

  it('does so whatever the accents and the case', () => {
    assert.deepEqual(ranked('AMELIE'), ['Assign to Amélie Laurent']);
    assert.ok(match('strasse', 'Straße'));
    assert.ok(match('Ångström', 'angstrom'));
    assert.ok(match('kjaer', 'Rasmus Kjær'));
  });

  it('may be known by other words, which count less', () => {
    assert.ok(match('night', 'Theme: Dark', 'night black'));
    const [itself, other] = [match('dark', 'Dark'), match('dark', 'Night', 'dark')];
    assert.ok(itself && other && itself.score > other.score);
  });

  it('is everything while nothing is asked, and nothing where only signs are', () => {
    assert.deepEqual(ranked(' '), labels);
    assert.deepEqual(ranked('?!'), []);
  });
});

describe('the marks', () => {
  it('are where the words were found', () => {
    assert.equal(marked('prio urg', 'Set priority to Urgent'), 'Set [prio]rity to [Urg]ent');
    assert.equal(marked('gtg', 'Go to gists'), '[G]o [t]o [g]ists');
    assert.equal(marked('prioty', 'Set the priority'), 'Set the [prio]ri[ty]');
    assert.equal(marked('amelie', 'Amélie Laurent'), '[Amélie] Laurent');
    assert.equal(marked('strasse', 'Lange Straße 1'), 'Lange [Straße] 1');
  });

  it('lie in the label, in order and apart, whatever is asked of whatever', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    fc.assert(
      fc.property(text, text, fc.nat(30), (label, other, start) => {
        for (const query of [other, label, label.slice(start, start + 5)]) {
          let end = 0;
          for (const [from, to] of match(query, label)?.ranges ?? []) {
            assert.ok(from >= end && to > from && to <= label.length, `${from} ${to} in ${JSON.stringify(label)}`);
            end = to;
          }
        }
      }),
    );
  });

  it('cover a label that is asked for itself', () => {
    for (const label of labels) assert.ok((match(label, label)?.score ?? 0) > 50, label);
  });
});
