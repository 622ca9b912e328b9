import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Check, checkTable } from './checks.ts';
import { describeMachine, getMachineLoad } from './machine.ts';
import { formatMarkdownTable, formatTextTable, type Table } from './table.ts';

type Bench<Options, Measured extends object> = {
  /** Name, description and options. */
  command: Command;
  measure: (options: Options) => Promise<Measured>;
  tables: (measured: Measured, options: Options) => readonly Table[];
  /** Checks that must pass at any speed. If one fails, the command exits with status 1. */
  checks?: (measured: Measured) => readonly Check[];
};

type Output = { json?: string; markdown?: true };

/** Creates a benchmark command. It prints the machine's load and tables, and can write JSON. */
export const benchCommand = <Options extends object, Measured extends object>({
  command,
  measure,
  tables,
  checks: getChecks,
}: Bench<Options, Measured>): Command =>
  command
    .option('--json <file>', 'write all measurements to a JSON file')
    .option('--markdown', 'print the tables as Markdown')
    .action(async (options: Options & Output) => {
      const before = getMachineLoad();
      const measured = await measure(options);
      const machine = describeMachine(before, getMachineLoad());
      if (options.json !== undefined) await writeFile(options.json, JSON.stringify({ machine, ...measured }, null, 2));
      const checks = getChecks?.(measured) ?? [];
      const checkTables = getChecks === undefined ? [] : [checkTable(checks)];
      const write = options.markdown ? formatMarkdownTable : formatTextTable;
      console.log([machine, ...[...tables(measured, options), ...checkTables].map(write)].join('\n\n'));
      if (!checks.every(({ passed }) => passed)) process.exitCode = 1;
    });

/** Logs progress to standard error, apart from the tables. */
export const logProgress = (text: string): void => console.error(text);
