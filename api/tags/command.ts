import { Command } from 'commander';
import { maxTagLength, tagPattern } from '#contract/tag-pattern';
import { tagSchema } from '#contract/tags';
import {
  CommandError,
  findAdministrator,
  formatCount,
  formatTable,
  type OpenDatabase,
  type PersonLookup,
  printResult,
  withDatabase,
} from '../command-line.ts';
import { commandActor } from '../database/audit-log.ts';
import type { Database } from '../database/database.ts';
import { selectTags } from './list.ts';
import { type TagRow, toTag } from './representation.ts';
import { TagChangingError, type TagStore } from './store.ts';

type TagsCommandDependencies = {
  open: OpenDatabase;
  createStore(database: Database): TagStore;
  people: PersonLookup;
  clock: () => number;
};

/** `desk tags …`: shows, describes, merges and deletes tags. */
export const tagsCommand = (dependencies: TagsCommandDependencies): Command =>
  new Command('tags')
    .description('show, describe, merge and delete tags')
    .addCommand(listCommand(dependencies))
    .addCommand(describeCommand(dependencies))
    .addCommand(mergeCommand(dependencies))
    .addCommand(deleteCommand(dependencies));

const listCommand = ({ open }: TagsCommandDependencies): Command =>
  new Command('list')
    .description('list all tags')
    .option('--json', 'print JSON')
    .action(async (_options: unknown, command: Command) => {
      const rows = await withDatabase(open, ({ read }) => selectTags(read).selectAll().orderBy('id').execute());
      const tags = rows.map(toOutput);
      const lines = tags.map(({ name, tickets, description, removal }) => [
        ...[name, String(tickets)],
        removal === null
          ? ''
          : `${removal.into ? `into ${removal.into}` : 'deleting'}, ${removal.done} of ${removal.total}`,
        description,
      ]);
      const table = formatTable(['TAG', 'TICKETS', 'CHANGE', 'DESCRIPTION'], lines);
      printResult(command, tags, tags.length === 0 ? ['No tags yet.'] : table);
    });

/** A tag as the API shows it, without its URL. */
const toOutput = (row: TagRow) => {
  const { url: _, ...tag } = toTag('')(row);
  return tag;
};

const describeCommand = ({ open, createStore, clock }: TagsCommandDependencies): Command =>
  new Command('describe')
    .argument('<tag>')
    .argument('<description>', 'what the tag means, at most 255 characters')
    .description('describe a tag')
    .option('--json', 'print JSON')
    .action(async (name: string, description: string, _options: unknown, command: Command) => {
      requireTag(name);
      const { error } = tagSchema.shape.description.safeParse(description);
      if (error) throw new CommandError(`The description ${error.issues[0]?.message}.`);
      const row = await withDatabase(open, database =>
        database.transaction(async writes => {
          const store = createStore(database);
          const found = await store.find(writes, name);
          if (found === null && (await store.isDeleted(writes, name)))
            throw new CommandError(`The tag ${name} was deleted or merged. It exists again once a ticket has it.`);
          if (description === '' && found === null) throw unknownTagError(name);
          if (description === '' && found?.tickets === 0)
            throw new CommandError(`The tag ${name} is on no ticket: to remove it, use "desk tags delete".`);
          const draft = { description };
          const actor = commandActor(clock());
          return found === null
            ? store.insert(writes, name, draft, actor).catch(explainChanging)
            : store.update(writes, found, draft, actor).catch(explainChanging);
        }),
      );
      printResult(command, toOutput(row), [`Described the tag ${name}.`]);
    });

type RemovalOptions = { person: string };

const withRemovalOptions = (command: Command): Command =>
  command.requiredOption('--person <email>', 'the administrator who makes the change').option('--json', 'print JSON');

const mergeCommand = (dependencies: TagsCommandDependencies): Command =>
  withRemovalOptions(
    new Command('merge')
      .argument('<tag>')
      .argument('<into>', 'the tag that replaces it; a new name renames the tag')
      .description('replace a tag with another tag on all tickets'),
  ).action(async (name: string, into: string, options: RemovalOptions, command: Command) => {
    requireTag(into);
    if (name === into) throw new CommandError('Name two different tags.');
    const row = await remove(dependencies, name, into, options);
    printResult(command, toOutput(row), [
      describeWork(row, `Merging ${name} into ${into}`, `Merged ${name} into ${into}`),
    ]);
  });

const deleteCommand = (dependencies: TagsCommandDependencies): Command =>
  withRemovalOptions(new Command('delete').argument('<tag>').description('remove a tag from all tickets')).action(
    async (name: string, options: RemovalOptions, command: Command) => {
      const row = await remove(dependencies, name, null, options);
      printResult(command, toOutput(row), [describeWork(row, `Deleting ${name}`, `Deleted ${name}`)]);
    },
  );

/** Describes a removal that was started. Without tickets, it is finished already. */
const describeWork = ({ removing, tickets }: TagRow, started: string, finished: string): string =>
  removing === 0
    ? `${finished}: no ticket had it.`
    : `${started}: the API changes ${formatCount(tickets, 'ticket')} in the background. "desk tags list" shows the progress.`;

const remove = (
  { open, createStore, people, clock }: TagsCommandDependencies,
  name: string,
  into: string | null,
  options: RemovalOptions,
): Promise<TagRow> =>
  withDatabase(open, database =>
    database.transaction(async writes => {
      const store = createStore(database);
      const actor = commandActor(clock());
      const personId = await findAdministrator(people, writes, options.person);
      if (tagPattern.test(name)) await store.lockForRemoval(writes, name, into, actor.now);
      const row = tagPattern.test(name) ? await store.find(writes, name) : null;
      if (row === null) throw unknownTagError(name);
      return store.remove(writes, row, into, { ...actor, personId }, actor).catch(explainChanging);
    }),
  );

const unknownTagError = (name: string) => new CommandError(`There is no tag ${name}: "desk tags list" shows all tags.`);

/** @throws CommandError */
const explainChanging = (error: unknown): never => {
  throw error instanceof TagChangingError ? new CommandError(error.message) : error;
};

const requireTag = (name: string): void => {
  if (!tagPattern.test(name))
    throw new CommandError(
      `${name} is not a valid tag: use 1 to ${maxTagLength} characters of a-z 0-9 _ -, with a letter or digit first.`,
    );
};
