import type { FileHandle } from 'node:fs/promises';
import * as nodeFileSystem from 'node:fs/promises';
import type { Database } from '../../database/database.ts';
import { createDatabaseDriver } from '../database-driver.ts';
import { createDiskDriver, type FileSystem } from '../disk-driver.ts';
import type { FileDriverName } from '../driver.ts';
import { createFiles, type Files } from '../files.ts';

/** Called before each step: a file system call, or the start of a transaction. May reject, or never resolve. */
export type BeforeStep = (step: string) => Promise<void>;

/** Creates the file stores of a desk. `beforeStep` can fail or block each step. */
export const createFaultyFiles = (
  database: Database,
  dataDir: string,
  driver: FileDriverName,
  beforeStep: BeforeStep,
  /** Receives every file that is opened. */
  opened: FileHandle[] = [],
): Files => {
  const transaction: Database['transaction'] = async work => {
    await beforeStep('transaction');
    return database.transaction(work);
  };
  const faulty = { read: database.read, transaction };
  return createFiles({
    ...{ database: faulty, driver },
    drivers: {
      database: createDatabaseDriver(faulty),
      disk: createDiskDriver(dataDir, createFileSystem(beforeStep, opened)),
    },
  });
};

const createFileSystem = (beforeStep: BeforeStep, opened: FileHandle[]): FileSystem =>
  interceptMethods(nodeFileSystem, beforeStep, {
    open: handle => {
      opened.push(handle as FileHandle);
      return interceptMethods(handle, beforeStep);
    },
  });

/** Calls `beforeStep` before each method except `createReadStream`. `results` converts the results of some methods. */
const interceptMethods = <T extends object>(
  target: T,
  beforeStep: BeforeStep,
  results: Record<string, (result: object) => object> = {},
): T =>
  new Proxy({} as T, {
    get(_proxy, name) {
      const method = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      if (name === 'createReadStream') return method.bind(target);
      return async (...args: unknown[]) => {
        await beforeStep(String(name));
        const result = await Reflect.apply(method, target, args);
        return results[String(name)]?.(result) ?? result;
      };
    },
  });

/** Blocks the step with this number and all later steps, as if the process were killed there. */
export const createKill = (step: number) => {
  const killed = Promise.withResolvers<true>();
  let steps = 0;
  let isKilled = false;
  let isInTransaction = false;
  const beforeStep: BeforeStep = async () => {
    isKilled ||= steps++ === step;
    if (!isKilled) return;
    killed.resolve(true);
    // The store rolls back the transaction of a process that ends.
    if (isInTransaction) throw new Error('killed');
    await new Promise(() => {});
  };
  return {
    beforeStep,
    /** Resolves when the step is reached. */
    killed: killed.promise,
    /** Runs the work of a transaction. The store rolls it back if the process is killed. */
    async inTransaction<T>(work: () => Promise<T>): Promise<T> {
      isInTransaction = true;
      return work().finally(() => {
        isInTransaction = false;
      });
    },
  };
};
