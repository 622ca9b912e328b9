import assert from 'node:assert/strict';

/** One line of Prometheus's text form: a value under a name and its labels. */
export type Sample = { name: string; labels: Record<string, string>; value: number };

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const sample = new RegExp(`^(${name})(?:\\{(${label}(?:,${label})*)?\\})? ([Nn]a[Nn]|[+-]Inf|[-+0-9.e]+)$`);
const comment = new RegExp(`^# (?:HELP (${name}) .*|TYPE (${name}) (?:counter|gauge|histogram|summary|untyped))$`);

/** Reads the text form, version 0.0.4, by its grammar; every sample belongs to a family that has said its type. */
export const readExposition = (text: string): Sample[] => {
  assert.ok(text.endsWith('\n'));
  const families = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith('#')) {
      const [, , typed] = comment.exec(line) ?? assert.fail(line);
      if (typed !== undefined) families.add(typed);
      continue;
    }
    const [, own = '', labels = '', value = ''] = sample.exec(line) ?? assert.fail(line);
    assert.ok(families.has(own) || families.has(own.replace(/_(bucket|sum|count)$/, '')), line);
    const pairs = labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g);
    samples.push({
      name: own,
      labels: Object.fromEntries([...pairs].map(([, key, text]) => [key, text])),
      value: Number(value.replace('Nan', 'NaN').replace('Inf', 'Infinity')),
    });
  }
  return samples;
};

/** What a server tells at its metrics' address. */
export const scrape = async (url: string): Promise<Sample[]> => readExposition(await (await fetch(url)).text());

/** The sum of all samples of the name with at least these labels. */
export const total = (samples: readonly Sample[], of: string, labels: Record<string, string> = {}): number =>
  samples
    .filter(each => each.name === of && Object.entries(labels).every(([key, text]) => each.labels[key] === text))
    .reduce((sum, { value }) => sum + value, 0);
