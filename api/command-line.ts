import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Environment } from '#server/environment';
import type { Database } from './database/database.ts';
import type { ProgressOutput } from './progress.ts';

/** What a command has around it: those of a process, or others in their place. */
export type Surroundings = {
  env: Environment;
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
};

/** A stream; the width is a terminal's. */
type Output = ProgressOutput & { columns?: number };

/** Opens the store that the servers use, migrated. */
export type OpenDatabase = () => Promise<Database>;

/** A command cannot do what it was asked to; the sentence says what to do instead. */
export class CommandError extends Error {}

/** A command has said by itself what is wrong, and ends with 1. */
export class AlreadySaid extends Error {}

/** Prints what a command has to say: as JSON with `--json`, else as lines for people. */
export const say = (command: Command, value: unknown, lines: readonly string[]): void => {
  const asJson = command.optsWithGlobals<{ json?: boolean }>().json === true;
  command.configureOutput().writeOut?.(`${asJson ? JSON.stringify(value, null, 2) : lines.join('\n')}\n`);
};

/** Says what somebody should know beside that, where no program takes it for what the command was asked for. */
export const remark = (command: Command, sentence: string): void => {
  command.configureOutput().writeErr?.(`${sentence}\n`);
};

/** Rows as columns of even width, under their headings. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map(row => (row[column] ?? '').length)));
  return all.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** Runs `work` on the opened store and closes it again, whatever happens. */
export const withDatabase = async <T>(open: OpenDatabase, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await open();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};
