import { advance, nextId } from '../database/counters.ts';
import type { Writes } from '../database/database.ts';
import { searchText } from '../database/words.ts';
import { millisecondsOf } from './age.ts';
import { sampleGists } from './gists.ts';
import type { AgentIds } from './load-people.ts';
import { dedent, prose } from './prose.ts';
import type { SampleGist } from './sample-gist.ts';

/** A file of a sample gist as it is stored: at column 0, with a line break at its end; Markdown is not wrapped. */
const fileContent = (name: string, literal: string): string =>
  `${name.endsWith('.md') ? prose(literal) : dedent(literal)}\n`;

/** Adds the sample gists, oldest first, with their files and stars. */
export async function loadGists(writes: Writes, ids: AgentIds, now: number): Promise<void> {
  const oldestFirst = sampleGists.toSorted((a, b) => millisecondsOf(b.age) - millisecondsOf(a.age));
  for (const gist of oldestFirst) await addGist(writes, gist, ids, now);
  await advance(writes, 'gists.changes', sampleGists.length);
}

async function addGist(writes: Writes, gist: SampleGist, ids: AgentIds, now: number): Promise<void> {
  const createdAt = now - millisecondsOf(gist.age);
  const files = Object.entries(gist.files).map(([name, literal]) => ({ name, content: fileContent(name, literal) }));
  const { n } = await writes
    .insertInto('gists')
    .values({
      id: await nextId(writes, 'gist'),
      version: 1,
      created_at: createdAt,
      updated_at: createdAt,
      description: gist.description,
      public: gist.public === false ? 0 : 1,
      owner_id: ids[gist.owner],
      words: ` ${searchText([gist.description, ...files.flatMap(file => [file.name, file.content])])} `,
    })
    .returning('n')
    .executeTakeFirstOrThrow();
  await writes
    .insertInto('gist_files')
    .values(files.map((file, position) => ({ gist_n: n, position, ...file })))
    .execute();
  for (const agent of gist.starredBy) {
    await writes.insertInto('stars').values({ person_id: ids[agent], gist_n: n, created_at: createdAt }).execute();
  }
}
