import type { Database } from '../database/database.ts';
import type { Progress } from '../progress.ts';
import { isCompleteFile } from './database-driver.ts';
import { encodeLocation, type FileDriverName, MissingFileError, readWhole } from './driver.ts';
import { type Files, findFile, setLocation } from './files.ts';

/** The number of files that one statement lists. */
const pageSize = 100;

type MoveOptions = { to: FileDriverName; onProgress(progress: Progress): void };

/** `missing` counts files that lack bytes or are damaged; they are not moved. */
export type MovedFiles = { files: number; bytes: number; missing: number };

/**
 * Moves all files to one driver, file by file. If the process ends, the next run continues. The desk may be in use. The
 * caller holds the job that collects files.
 */
export const moveFiles = async (
  database: Database,
  files: Files,
  { to, onProgress }: MoveOptions,
): Promise<MovedFiles> => {
  const from = to === 'disk' ? 'database' : 'disk';
  const [source, target] = [files.drivers[from], files.drivers[to]];
  const listed = database.read
    .selectFrom('stored_files')
    .where('location', '=', encodeLocation(from))
    .where(isCompleteFile);
  const { total } = await listed.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const moved: MovedFiles = { files: 0, bytes: 0, missing: 0 };

  const move = async (file: { sha256: string; size: number }): Promise<void> => {
    const bytes = readWhole(source, file);
    const staged = await target.stage(bytes);
    try {
      if (bytes.sha256 !== file.sha256) throw new MissingFileError(`The bytes of the file ${file.sha256} are damaged.`);
      await database.transaction(async writes => {
        await setLocation(writes, file.sha256, to);
        await staged.publish(writes);
      });
    } finally {
      await staged.discard();
    }
    await database.transaction(async writes => {
      // A move in the opposite direction may have moved the file back.
      if ((await findFile(writes, file.sha256))?.location === to) await source.remove(writes, file.sha256);
    });
    moved.files++;
    moved.bytes += file.size;
  };

  for (let last = ''; ; ) {
    const page = await listed
      .select(['sha256', 'size'])
      .where('sha256', '>', last)
      .orderBy('sha256')
      .limit(pageSize)
      .execute();
    for (const file of page) {
      last = file.sha256;
      await move(file).catch((error: unknown) => {
        if (!(error instanceof MissingFileError)) throw error;
        moved.missing++;
      });
      onProgress({ done: moved.files + moved.missing, total: Math.max(total, moved.files + moved.missing) });
    }
    if (page.length < pageSize) return moved;
  }
};
