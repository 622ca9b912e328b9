import { randomUUID } from 'node:crypto';
import * as nodeFileSystem from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type FileDriver, type MeasuredBytes, MissingFileError } from './driver.ts';

/** The functions of `node:fs/promises` that the driver uses. Tests inject faults here. */
export type FileSystem = Pick<typeof nodeFileSystem, 'link' | 'mkdir' | 'open' | 'readdir' | 'rm' | 'stat'>;

const readChunkBytes = 256 * 1024;

/** The folder in which files are written before they get their names. */
const temporaryName = 'tmp';

/**
 * Stores files as `DATA_DIR/files/ab/cd/<sha256>`. A file gets its name when all its bytes are on disk. Its row is
 * committed after the name is on disk, too. Names of undamaged files are only deleted while the row is locked.
 */
export const createDiskDriver = (dataDir: string, fileSystem: FileSystem = nodeFileSystem): FileDriver => {
  const base = resolve(dataDir);
  const root = join(base, 'files');
  const getPath = (sha256: string) => join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);

  const getSize = async (sha256: string): Promise<number | null> => {
    const stats = await fileSystem.stat(getPath(sha256)).catch(ignoreMissing);
    return stats?.size ?? null;
  };

  /** Writes bytes to a new file, and waits until they are on disk. */
  const write = async (path: string, bytes: MeasuredBytes): Promise<void> => {
    await fileSystem.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await fileSystem.open(path, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  };

  /** Syncs a folder and its parents, up to DATA_DIR. Another process may have just created them. */
  const syncFolders = async (folder: string): Promise<void> => {
    // Windows cannot open folders.
    if (process.platform === 'win32') return;
    for (let each = folder; each !== dirname(base); each = dirname(each)) {
      const handle = await fileSystem.open(each, 'r');
      await handle.sync().finally(() => handle.close());
    }
  };

  /** Adds the final name to a temporary file, unless the same bytes are stored already. */
  const publish = async (temporary: string, { sha256, size }: MeasuredBytes): Promise<void> => {
    const path = getPath(sha256);
    await fileSystem.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const storedSize = await getSize(sha256);
    // A truncated file is replaced.
    if (storedSize !== null && storedSize !== size) await fileSystem.rm(path, { force: true });
    await fileSystem.link(temporary, path).catch(ignoreExisting);
    await syncFolders(dirname(path));
  };

  const listNames = (folder: string): Promise<string[]> =>
    fileSystem.readdir(folder).catch(error => ignoreMissing(error) ?? []);

  return {
    async stage(bytes) {
      const temporary = join(root, temporaryName, randomUUID());
      const discard = () => fileSystem.rm(temporary, { force: true });
      try {
        await write(temporary, bytes);
        await publish(temporary, bytes);
      } catch (error) {
        await discard().catch(() => {});
        throw error;
      }
      return {
        discard,
        // A collection may have deleted the same bytes meanwhile.
        async publish() {
          if ((await getSize(bytes.sha256)) !== bytes.size) await publish(temporary, bytes);
        },
      };
    },

    getSize: (_queries, sha256) => getSize(sha256),

    async *read({ sha256 }, { start, end }) {
      if (end < start) return;
      const missing = new MissingFileError(`The file ${sha256} is missing or truncated in DATA_DIR/files.`);
      const handle = await fileSystem.open(getPath(sha256), 'r').catch(ignoreMissing);
      if (handle === null) throw missing;
      let left = end + 1 - start;
      for await (const chunk of handle.createReadStream({ start, end, highWaterMark: readChunkBytes })) {
        left -= chunk.length;
        yield chunk;
      }
      if (left > 0) throw missing;
    },

    async remove(_writes, sha256) {
      await fileSystem.rm(getPath(sha256), { force: true });
    },

    async *list() {
      for (const first of (await listNames(root)).filter(name => /^[0-9a-f]{2}$/.test(name))) {
        const names: string[] = [];
        for (const second of await listNames(join(root, first)))
          names.push(...(await listNames(join(root, first, second))));
        yield names.filter(name => /^[0-9a-f]{64}$/.test(name));
      }
    },

    async removeAbandoned(before) {
      const folder = join(root, temporaryName);
      for (const name of await listNames(folder)) {
        const stats = await fileSystem.stat(join(folder, name)).catch(ignoreMissing);
        if (stats !== null && stats.mtimeMs < before) await fileSystem.rm(join(folder, name), { force: true });
      }
    },
  };
};

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === code;

const ignoreMissing = (error: unknown): null => {
  if (hasCode(error, 'ENOENT')) return null;
  throw error;
};

const ignoreExisting = (error: unknown): void => {
  if (!hasCode(error, 'EEXIST')) throw error;
};
