import { Command } from 'commander';
import { CommandError, printResult, withDatabase } from '../command-line.ts';
import { commandActor } from '../database/audit-log.ts';
import { isoTime } from '../database/column-encoding.ts';
import { type PeopleCommandDependencies, requirePerson, toPersonOutput } from './change-person.ts';

/** The commands of `desk people` that print a link for choosing a password. */
export const linkCommands = (dependencies: PeopleCommandDependencies): Command[] => [
  linkCommand(dependencies, {
    verb: 'invite',
    description: 'print a one-time link for choosing a name and a password',
    create: 'invite',
    intro: email => `${email} can choose a password here`,
  }),
  linkCommand(dependencies, {
    verb: 'reset-link',
    description: 'print a one-time link for choosing a new password within an hour',
    create: 'createResetLink',
    intro: email => `${email} can choose a new password here`,
  }),
];

type LinkCommand = {
  verb: string;
  description: string;
  create: 'invite' | 'createResetLink';
  intro(email: string): string;
};

const linkCommand = (
  { people, open, createInvitations, getApiUrl, clock }: PeopleCommandDependencies,
  { verb, description, create, intro }: LinkCommand,
): Command =>
  new Command(verb)
    .argument('<email>')
    .description(description)
    .option('--json', 'print JSON')
    .action(async (email: string, _options: unknown, command: Command) => {
      const { person, link } = await withDatabase(open, database =>
        database.transaction(async writes => {
          // The lock lasts until the link is stored. A concurrent change that disables the person then deletes the link.
          const found = await requirePerson(people, writes, email);
          if (found.disabled === 1)
            throw new CommandError(`${found.email} is disabled; run "desk people enable ${found.email}" first.`);
          const options = { deliver: 'link', baseUrl: getApiUrl(), actor: commandActor(clock()) } as const;
          return {
            person: toPersonOutput(found),
            link: await createInvitations(database)[create](writes, found, options),
          };
        }),
      );
      const expiresAt = isoTime(link.expiresAt);
      printResult(command, { ...person, link: link.url, expires_at: expiresAt }, [
        `${intro(person.email)}, once, until ${expiresAt}:`,
        link.url ?? '',
      ]);
    });
