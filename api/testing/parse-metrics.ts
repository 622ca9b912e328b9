import assert from 'node:assert/strict';

/** A sample of the Prometheus text format. */
export type MetricSample = { name: string; labels: Record<string, string>; value: number };

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const sample = new RegExp(`^(${name})(?:\\{(${label}(?:,${label})*)?\\})? ([Nn]a[Nn]|[+-]Inf|[-+0-9.e]+)$`);
const comment = new RegExp(`^# (?:HELP (${name}) .*|TYPE (${name}) (?:counter|gauge|histogram|summary|untyped))$`);

/**
 * Parses the Prometheus text format, version 0.0.4.
 * @throws AssertionError for a malformed line, or a sample of a family without a declared type
 */
export const parseMetrics = (text: string): MetricSample[] => {
  assert.ok(text.endsWith('\n'));
  const families = new Set<string>();
  const samples: MetricSample[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    if (line.startsWith('#')) {
      const [, , typeName] = comment.exec(line) ?? assert.fail(line);
      if (typeName !== undefined) families.add(typeName);
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

/** Reads and parses the metrics at a URL. */
export const readMetrics = async (url: string): Promise<MetricSample[]> =>
  parseMetrics(await (await fetch(url)).text());

/** Adds up all samples with this name and at least these labels. */
export const sumSamples = (
  samples: readonly MetricSample[],
  metric: string,
  labels: Record<string, string> = {},
): number =>
  samples
    .filter(each => each.name === metric && Object.entries(labels).every(([key, text]) => each.labels[key] === text))
    .reduce((sum, { value }) => sum + value, 0);
