import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { readCounter } from '../database/counters.ts';
import type { Database, Queries } from '../database/database.ts';
import { fileReferences } from '../database/resources.ts';
import { isCompleteFile } from '../files/database-driver.ts';
import { encodeLocation, MeasuredBytes, MissingFileError } from '../files/driver.ts';
import { type Files, sumStoredBytes } from '../files/files.ts';
import { type Check, type CheckFinding, createRowsCheck, createSnapshotCheck, createTextKeyCheck } from './check.ts';
import { isInSpan, type Span } from './walk-table.ts';

const [database, disk, none] = [encodeLocation('database'), encodeLocation('disk'), encodeLocation('none')];

const referenced = fileReferences.map(({ table, column, sizeColumn }) =>
  createRowsCheck(
    { name: 'files', rule: 'Every file that a row names is stored with the same size.' },
    table,
    async (queries, span) => {
      const name = sql.ref(`${table}.${column}`);
      const invalid = sql<{ id: string }>`select id from ${sql.table(table)}
        left join stored_files on stored_files.sha256 = ${name}
        where ${isInSpan(`${table}.n`, span)} and ${name} is not null
          and (stored_files.sha256 is null or stored_files.size <> ${sql.ref(`${table}.${sizeColumn}`)})`;
      return (await invalid.execute(queries)).rows.map(({ id }) => ({
        ...{ table, id },
        sentence: `${table} ${id}: its file is missing, or has a different size.`,
      }));
    },
  ),
);

const completeBytes = { name: 'file-bytes', rule: 'The bytes of every stored file are complete.' };

const chunks = createTextKeyCheck(completeBytes, 'stored_files', 'sha256', async (queries, span) => {
  const incomplete = sql<{ sha256: string }>`select sha256 from stored_files
      where ${isInSpan('sha256', span)} and location = ${database} and ${isCompleteFile}
        and size <> (select coalesce(sum(length(data)), -1) from file_chunks where file_chunks.sha256 = stored_files.sha256)`;
  return (await incomplete.execute(queries)).rows.map(({ sha256 }) =>
    createFinding(sha256, 'has a different size than its row'),
  );
});

const counter = createSnapshotCheck(
  { name: 'file-sizes', rule: 'The counter of stored bytes matches the files.' },
  async queries => {
    const [counted, actual] = [await readCounter(queries, 'files.bytes'), await sumStoredBytes(queries)];
    if (counted === actual) return [];
    const sentence = `Counter files.bytes is ${counted}, but the files have ${actual} bytes.`;
    return [{ table: 'counters', id: 'files.bytes', sentence }];
  },
);

/** The file checks that read only the database. */
export const fileChecks: Check[] = [...referenced, chunks, counter];

/** The number of files whose digest is verified without `--files`. */
const sampleSize = 50;

const digests = {
  name: 'file-digests',
  rule: `The bytes of ${sampleSize} files, or of every file with --files, match their digest.`,
};

/** The rules of the checks that access stored files, not only the database. */
export const byteRules = [completeBytes, digests];

/** Creates the checks that access stored files. Without `all`, the digests of a sample are verified. */
export const createByteChecks = (files: Files, { all }: { all: boolean }): Check[] => [
  createSizeCheck(files),
  {
    ...digests,
    ...(all && { table: 'stored_files' }),
    async *run(store, { step }) {
      for await (const file of listFiles(store, all)) {
        yield await verifyDigest(files, file);
        if (all) step(1);
      }
    },
  },
];

/**
 * Creates the check of the sizes of files on disk. Each finding is confirmed after the snapshot, because the file may
 * have been moved or deleted meanwhile.
 */
const createSizeCheck = (files: Files): Check => {
  const check = createTextKeyCheck(completeBytes, 'stored_files', 'sha256', (queries, span) =>
    findDifferentSizes(files, queries, span),
  );
  return {
    ...check,
    async *run(store, options) {
      for await (const findings of check.run(store, options)) {
        const confirmed: CheckFinding[] = [];
        for (const finding of findings)
          if ((await files.find(finding.id))?.location === 'disk') confirmed.push(finding);
        yield confirmed;
      }
    },
  };
};

const findDifferentSizes = async (files: Files, queries: Queries, span: Span<string>): Promise<CheckFinding[]> => {
  const listed = await queries
    .selectFrom('stored_files')
    .select(['sha256', 'size'])
    .where(isInSpan('sha256', span))
    .where('location', '=', disk)
    .execute();
  const findings: CheckFinding[] = [];
  for (const { sha256, size } of listed)
    if ((await files.drivers.disk.getSize(queries, sha256)) !== size)
      findings.push(createFinding(sha256, 'has a different size than its row'));
  return findings;
};

type CheckedFile = { sha256: string; size: number };

/** The last possible digest. */
const lastDigest = 'f'.repeat(64);

/**
 * Lists all files, or a random sample. The sample starts at a random digest, because digests are distributed evenly.
 * After the last file, it continues with the first.
 */
async function* listFiles({ read }: Database, all: boolean): AsyncGenerator<CheckedFile> {
  if (!all) {
    const start = randomBytes(4).toString('hex');
    const sample = await listPage(read, { after: start, last: lastDigest }, sampleSize);
    yield* sample;
    if (sample.length < sampleSize) yield* await listPage(read, { after: '', last: start }, sampleSize - sample.length);
    return;
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page: CheckedFile[] = await listPage(read, { after, last: lastDigest }, sampleSize);
    yield* page;
    after = page.at(-1)?.sha256;
  }
}

const listPage = (read: Queries, span: Span<string>, limit: number): Promise<CheckedFile[]> =>
  read
    .selectFrom('stored_files')
    .select(['sha256', 'size'])
    .where(isInSpan('sha256', span))
    .where(isCompleteFile)
    .where('location', '<>', none)
    .orderBy('sha256')
    .limit(limit)
    .execute();

/** Ignores missing bytes: the checks of sizes report them, unless the file was deleted meanwhile. */
const verifyDigest = async (files: Files, { sha256, size }: CheckedFile): Promise<CheckFinding[]> => {
  try {
    const bytes = new MeasuredBytes((await files.get(sha256)).chunks, size);
    for await (const _ of bytes);
    return bytes.sha256 === sha256 ? [] : [createFinding(sha256, 'does not match its digest')];
  } catch (error) {
    if (error instanceof MissingFileError) return [];
    throw error;
  }
};

const createFinding = (sha256: string, problem: string): CheckFinding => ({
  table: 'stored_files',
  id: sha256,
  sentence: `File ${sha256}: it ${problem}.`,
});
