import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { roles } from '#contract/enums';
import type { Environment } from '#server/environment';
import { encodeEnum } from './database/column-encoding.ts';
import type { Database, Queries, WriteTransaction } from './database/database.ts';
import { isMigrated } from './database/migrate.ts';
import { findStoreOutage } from './database/outage.ts';
import type { ProgressOutput } from './progress.ts';

/** A command's environment and streams. Tests replace those of the process. */
export type CommandContext = {
  env: Environment;
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
};

/** An output stream; `columns` is the width of a terminal. */
type Output = ProgressOutput & { columns?: number };

/** Opens the database that the servers use. */
export type OpenDatabase = () => Promise<Database>;

/** A command failed; the message says what to do. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A command printed its own error and exits with 1. */
export class ErrorAlreadyPrinted extends Error {}

/** Creates a parser of whole numbers. The parser throws a CommandError that names the option. */
export const createIntegerParser =
  (option: string, min: number, max: number) =>
  (text: string): number => {
    const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new CommandError(`${option} must be a whole number from ${min} to ${max}, not "${text}".`);
  };

/** Prints a command's result, as JSON with `--json`, else as text. */
export const printResult = (command: Command, value: unknown, lines: readonly string[]): void => {
  const asJson = command.optsWithGlobals<{ json?: boolean }>().json === true;
  command.configureOutput().writeOut?.(`${asJson ? JSON.stringify(value, null, 2) : lines.join('\n')}\n`);
};

/** Prints a note on standard error, apart from the result. */
export const printNote = (command: Command, sentence: string): void => {
  command.configureOutput().writeErr?.(`${sentence}\n`);
};

/** Formats a number with its noun: `1 file`, `2 files`. */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;

/** Formats rows as aligned columns with headings. */
export const formatTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const allRows = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...allRows.map(row => (row[column] ?? '').length)));
  return allRows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** Opens the database, runs `work` on it and always closes it. */
export const withDatabase = async <T>(open: OpenDatabase, work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await open();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

/** @throws CommandError for a store of a different version of Stardesk */
export const requireCurrentVersion = async (database: Database): Promise<void> => {
  const isCurrent = await isMigrated(database).catch((error: unknown) => {
    if (findStoreOutage(error) !== null) throw error;
    // The store has no table of migrations.
    return false;
  });
  if (isCurrent) return;
  throw new CommandError(
    'The store belongs to a different version of Stardesk: run "desk migrate", or start the version that created it.',
  );
};

/** The part of the person store that `findAdministrator` uses. */
export type PersonLookup = {
  findPersonByEmail(queries: Queries, email: string): Promise<{ id: string; role: number; disabled: number } | null>;
};

/** Finds the administrator on whose behalf a command makes a change. @returns the id @throws CommandError */
export const findAdministrator = async (
  people: PersonLookup,
  writes: WriteTransaction,
  email: string,
): Promise<string> => {
  const person = await people.findPersonByEmail(writes, email);
  if (person === null || person.disabled === 1 || person.role !== encodeEnum(roles, 'admin'))
    throw new CommandError(`${email} is not an enabled administrator: "desk people list" shows all people.`);
  return person.id;
};
