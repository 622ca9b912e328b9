import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Fact, factsTable } from './facts.ts';
import { describeMachine, loadOfMachine } from './machine.ts';
import { asMarkdown, asText, type Table } from './table.ts';

type Bench<Options, Measured extends object> = {
  /** Its name, what it measures, and its own options. */
  command: Command;
  measure: (options: Options) => Promise<Measured>;
  tables: (measured: Measured, options: Options) => readonly Table[];
  /** What has to hold at any speed; where it does not, the command ends with failure. */
  facts?: (measured: Measured) => readonly Fact[];
};

type Output = { json?: string; markdown?: true };

/** A bench as a command: it tells how busy the machine was, prints its tables, and writes all that it measured where asked to. */
export const benchCommand = <Options extends object, Measured extends object>({
  command,
  measure,
  tables,
  facts,
}: Bench<Options, Measured>): Command =>
  command
    .option('--json <file>', 'write everything that was measured to a file')
    .option('--markdown', 'print tables of Markdown')
    .action(async (options: Options & Output) => {
      const before = loadOfMachine();
      const measured = await measure(options);
      const machine = describeMachine(before, loadOfMachine());
      if (options.json !== undefined) await writeFile(options.json, JSON.stringify({ machine, ...measured }, null, 2));
      const judged = facts?.(measured) ?? [];
      const verdict = facts === undefined ? [] : [factsTable(judged)];
      const write = options.markdown ? asMarkdown : asText;
      console.log([machine, ...[...tables(measured, options), ...verdict].map(write)].join('\n\n'));
      if (!judged.every(({ holds }) => holds)) process.exitCode = 1;
    });

/** Says what is being done, beside the tables. */
export const tell = (text: string): void => console.error(text);
