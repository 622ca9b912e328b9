import { runDeskCommand } from './desk-command.ts';

// Who stops reading what it says has seen enough: what it was asked to do is done all the same.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

process.exitCode = await runDeskCommand(process.argv.slice(2), process);
