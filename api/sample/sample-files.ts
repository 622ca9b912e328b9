import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** A validated file of the sample desk. It is a ticket with its messages or mails, or a gist with its files. */
export type SampleFile<Head, Item> = { head: Head; items: Item[] };

const agePattern = /^(?=\d)(?:(?<d>\d+)d)?(?:(?<h>\d+)h)?(?:(?<m>\d+)m)?$/;

/** An age at the first start, largest unit first: `5d`, `1d4h`, `2h30m`. Parsed to milliseconds. */
export const sampleAge = z
  .string()
  .regex(agePattern, 'not an age such as 1d4h')
  .transform(text => {
    const { d = 0, h = 0, m = 0 } = agePattern.exec(text)?.groups ?? {};
    return ((Number(d) * 24 + Number(h)) * 60 + Number(m)) * 60_000;
  });

/** A field with several values: `billing, refund`. */
export const sampleList = z.string().transform(text => text.split(', '));

/**
 * Reads all Markdown files of a folder in `api/sample`. For 90 small files, synchronous reads take about 2 ms,
 * asynchronous reads 10 to 20 ms.
 * @throws Error that names the file, the part and the invalid fields
 */
export function readSampleFiles<Head, Item>(
  folder: 'threads' | 'mails' | 'gists',
  head: z.ZodType<Head>,
  item: z.ZodType<Item>,
): SampleFile<Head, Item>[] {
  const directory = new URL(`${folder}/`, import.meta.url);
  const names = readdirSync(directory).filter(name => name.endsWith('.md'));
  return names.sort().map(name => {
    const source = readFileSync(new URL(name, directory), 'utf8');
    return parseSampleFile(`${folder}/${name}`, source, head, item);
  });
}

/**
 * Parses a file that consists of parts. A part has `name: value` lines between two `---` lines, then a text that has no
 * line `---`. The values have no quotes. The first part is the head, all other parts are the items.
 * @throws Error that names the file, the part and the invalid fields
 */
export function parseSampleFile<Head, Item>(
  file: string,
  source: string,
  head: z.ZodType<Head>,
  item: z.ZodType<Item>,
): SampleFile<Head, Item> {
  const [first, ...others] = splitParts(source);
  return {
    head: parsePart(`${file}, part 1`, first, head),
    items: others.map((part, index) => parsePart(`${file}, part ${index + 2}`, part, item)),
  };
}

function splitParts(source: string): Record<string, string>[] {
  // Git may check the files out with CRLF on Windows.
  const [, ...sections] = source.replaceAll('\r\n', '\n').split(/^---$/m);
  return sections.flatMap((section, index) =>
    index % 2 === 0 ? [{ ...parseFields(section), text: (sections[index + 1] ?? '').trim() }] : [],
  );
}

const parseFields = (lines: string): Record<string, string> =>
  Object.fromEntries(Array.from(lines.matchAll(/^(.+?)(?:: (.*))?$/gm), ([, name, value]) => [name, value]));

function parsePart<Part>(where: string, part: Record<string, string> | undefined, schema: z.ZodType<Part>): Part {
  const { data, error } = schema.safeParse(part);
  if (error) throw new Error(`api/sample/${where}:\n${z.prettifyError(error)}`);
  return data;
}
