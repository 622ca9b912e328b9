import { Command } from 'commander';
import { CommandError, printResult, withDatabase } from '../command-line.ts';
import { commandActor } from '../database/audit-log.ts';
import { removeSecondFactors } from '../database/second-factors.ts';
import { type PeopleCommandDependencies, requirePerson, toPersonOutput } from './change-person.ts';

/** `desk people reset-factors EMAIL`: lets a person sign in without the lost phone or passkey. */
export const resetFactorsCommand = ({
  people,
  open,
  revokeAccess,
  notifyFactorChange,
  clock,
}: PeopleCommandDependencies): Command =>
  new Command('reset-factors')
    .argument('<email>')
    .description('remove the second factors and passkeys of a person who lost them, and sign the person out everywhere')
    .option('--json', 'print JSON')
    .action(async (email: string, _options: unknown, command: Command) => {
      const person = await withDatabase(open, database =>
        database.transaction(async writes => {
          const found = await requirePerson(people, writes, email);
          await revokeAccess(writes, found.id);
          // Rolls back the revocation.
          if (!(await removeSecondFactors(writes, found.id, commandActor(clock()), notifyFactorChange)))
            throw new CommandError(`${found.email} has no second factor.`);
          return toPersonOutput(found);
        }),
      );
      printResult(command, person, [`${person.email} no longer has a second factor and is signed out everywhere.`]);
    });
