import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Where "npm start" keeps it too: what was compiled once is loaded in half the time. Where it cannot be kept nothing changes.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node-compile'));
const { runDeskCommand } = await import('./desk-command.ts');

// Who stops reading what it says has seen enough: what it was asked to do is done all the same.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

process.exitCode = await runDeskCommand(process.argv.slice(2), process);
