import { z } from 'zod';
import { gistFields } from '#contract/gists';
import { incrementCounter, nextId } from '../database/counters.ts';
import type { WriteTransaction } from '../database/database.ts';
import { toSearchText } from '../database/tokenize.ts';
import { type AgentIds, agentName } from './load-people.ts';
import { readSampleFiles, type SampleFile, sampleAge, sampleList } from './sample-files.ts';

/** The head of the sample file of a gist; `text` is the description of the gist. */
const sampleGist = z.strictObject({
  owner: agentName,
  age: sampleAge,
  public: z.stringbool().default(true),
  starred_by: sampleList.pipe(z.array(agentName)).default([]),
  text: gistFields.description,
});
const sampleGistFile = z
  .strictObject({ file: z.string(), text: z.string() })
  .transform(({ file, text }) => ({ name: file, content: `${text}\n` }));

type SampleGist = SampleFile<z.output<typeof sampleGist>, z.output<typeof sampleGistFile>>;

export const readSampleGists = (): SampleGist[] => readSampleFiles('gists', sampleGist, sampleGistFile);

/** Adds the sample gists, oldest first, with their files and stars. */
export async function loadGists(
  writes: WriteTransaction,
  gists: readonly SampleGist[],
  ids: AgentIds,
  now: number,
): Promise<void> {
  const oldestFirst = gists.toSorted((left, right) => right.head.age - left.head.age);
  for (const gist of oldestFirst) await addGist(writes, gist, ids, now);
  await incrementCounter(writes, 'gists.changes', gists.length);
}

async function addGist(
  writes: WriteTransaction,
  { head, items: files }: SampleGist,
  ids: AgentIds,
  now: number,
): Promise<void> {
  const createdAt = now - head.age;
  const { n } = await writes
    .insertInto('gists')
    .values({
      id: await nextId(writes, 'gist'),
      version: 1,
      created_at: createdAt,
      updated_at: createdAt,
      description: head.text,
      public: head.public ? 1 : 0,
      owner_id: ids[head.owner],
      words: ` ${toSearchText([head.text, ...files.flatMap(file => [file.name, file.content])])} `,
    })
    .returning('n')
    .executeTakeFirstOrThrow();
  await writes
    .insertInto('gist_files')
    .values(files.map((file, position) => ({ gist_n: n, position, ...file })))
    .execute();
  for (const agent of head.starred_by) {
    await writes.insertInto('stars').values({ person_id: ids[agent], gist_n: n, created_at: createdAt }).execute();
  }
}
