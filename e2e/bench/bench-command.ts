import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Fact, factsTable } from './facts.ts';
import { describeMachine, loadOfMachine } from './machine.ts';
import { asMarkdown, asText, type Table } from './table.ts';

type Bench<Options, Measured extends object> = {
  /** Name, description and options. */
  command: Command;
  measure: (options: Options) => Promise<Measured>;
  tables: (measured: Measured, options: Options) => readonly Table[];
  /** Checks that must pass at any speed; if one fails, the command exits with status 1. */
  facts?: (measured: Measured) => readonly Fact[];
};

type Output = { json?: string; markdown?: true };

/** Creates the command of a benchmark, which prints the machine's load and the tables, and writes a JSON file on request. */
export const benchCommand = <Options extends object, Measured extends object>({
  command,
  measure,
  tables,
  facts,
}: Bench<Options, Measured>): Command =>
  command
    .option('--json <file>', 'write all measurements to a file')
    .option('--markdown', 'print the tables as Markdown')
    .action(async (options: Options & Output) => {
      const before = loadOfMachine();
      const measured = await measure(options);
      const machine = describeMachine(before, loadOfMachine());
      if (options.json !== undefined) await writeFile(options.json, JSON.stringify({ machine, ...measured }, null, 2));
      const checks = facts?.(measured) ?? [];
      const checkTables = facts === undefined ? [] : [factsTable(checks)];
      const write = options.markdown ? asMarkdown : asText;
      console.log([machine, ...[...tables(measured, options), ...checkTables].map(write)].join('\n\n'));
      if (!checks.every(({ holds }) => holds)) process.exitCode = 1;
    });

/** Logs progress to standard error, apart from the tables. */
export const tell = (text: string): void => console.error(text);
