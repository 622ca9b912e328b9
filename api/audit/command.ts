import { Command, Option } from 'commander';
import { type AuditAction, type AuditTargetKind, auditActions, auditTargetKinds } from '#contract/enums';
import { time } from '#contract/fields';
import {
  CommandError,
  createIntegerParser,
  formatTable,
  type OpenDatabase,
  printNote,
  printResult,
  withDatabase,
} from '../command-line.ts';
import type { Queries } from '../database/database.ts';
import { type AuditFilters, selectAuditEntries } from './list.ts';
import { type AuditEntryRow, toAuditEntry } from './representation.ts';

type AuditCommandDependencies = {
  open: OpenDatabase;
  people: {
    findByEmail(queries: Queries, email: string): Promise<{ id: string } | null>;
    findAll(queries: Queries): Promise<{ id: string; email: string }[]>;
  };
};

/** `desk audit …`: shows administrative changes. */
export const auditCommand = (dependencies: AuditCommandDependencies): Command =>
  new Command('audit').description('show administrative changes').addCommand(listCommand(dependencies));

type Options = {
  person?: string;
  action?: AuditAction;
  targetKind?: AuditTargetKind;
  createdSince?: number;
  createdBefore?: number;
  limit: number;
};

const defaultLimit = 100;
const maxLimit = 1_000_000;

const listCommand = ({ open, people }: AuditCommandDependencies): Command =>
  new Command('list')
    .description('list administrative changes, newest first; retention.audit_days limits how long they are stored')
    .option('--person <email>', 'only changes by this person; "null" for commands and automatic changes')
    .addOption(new Option('--action <action>', 'only entries with this action').choices(auditActions))
    .addOption(new Option('--target-kind <kind>', 'only changes to this kind of target').choices(auditTargetKinds))
    .option('--created-since <time>', 'only entries from this time on, like 2026-11-20T17:35:33Z', parseTime)
    .option('--created-before <time>', 'only entries before this time', parseTime)
    .option(
      '--limit <entries>',
      'the maximum number of entries',
      createIntegerParser('--limit', 1, maxLimit),
      defaultLimit,
    )
    .option('--json', 'print JSON')
    .action(async ({ limit, ...options }: Options, command: Command) => {
      // Loads one entry more than the limit, to know whether there are more.
      const [rows, emails] = await withDatabase(open, async ({ read }) => [
        await findEntries(read, await toFilters(people, read, options), limit + 1),
        new Map((await people.findAll(read)).map(({ id, email }) => [id, email])),
      ]);
      const entries = rows.slice(0, limit);
      const lines = formatTable(
        ['TIME', 'PERSON', 'ACTION', 'TARGET', 'CHANGES'],
        entries.map(row => toColumns(row, emails)),
      );
      printResult(command, entries.map(toOutput), entries.length === 0 ? ['No entries found.'] : lines);
      if (rows.length > limit)
        printNote(command, `Only the newest ${limit} are shown: use a filter, or raise --limit.`);
    });

/** An entry as the API shows it, without its URL. */
const toOutput = (row: AuditEntryRow) => {
  const { url: _, ...entry } = toAuditEntry('')(row);
  return entry;
};

const toColumns = (row: AuditEntryRow, emails: ReadonlyMap<string, string>): string[] => {
  const { created_at, action, person_id, target_id, changes } = toOutput(row);
  const person = person_id === null ? '' : (emails.get(person_id) ?? person_id);
  return [created_at, person, action, target_id ?? '', Object.keys(changes).join(' ')];
};

const findEntries = (queries: Queries, filters: AuditFilters, limit: number): Promise<AuditEntryRow[]> =>
  selectAuditEntries(queries, filters)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('n', 'desc')
    .limit(limit)
    .execute();

const toFilters = async (
  people: AuditCommandDependencies['people'],
  queries: Queries,
  { person, action, targetKind, createdSince, createdBefore }: Omit<Options, 'limit'>,
): Promise<AuditFilters> => {
  const actor = person === undefined || person === 'null' ? { id: person } : await people.findByEmail(queries, person);
  if (actor === null)
    throw new CommandError(`No person has the email ${person}; run "desk people list" to see all people.`);
  return {
    ...{ person_id: actor.id, action, target_kind: targetKind },
    ...{ created_since: createdSince, created_before: createdBefore },
  };
};

/** Parses a time as the API does. @throws CommandError */
const parseTime = (text: string): number => {
  const { data, error } = time.safeParse(text);
  if (error) throw new CommandError(`"${text}" ${error.issues[0]?.message}.`);
  return Date.parse(data);
};
