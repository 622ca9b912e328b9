import { installMissing } from './launch/install.mjs';
import { LaunchError, reportLaunchError } from './launch/launch-error.mjs';
import { readOptions } from './launch/options.mjs';
import { formatStepSummary, runSteps } from './launch/run-steps.mjs';
import { steps } from './launch/steps.mjs';
import { putTemporaryFilesInMemory } from './launch/temporary-directory.mjs';

const profiles = ['standard', 'strict'];
const names = steps.map(({ name }) => name);

const usage = `npm test: installs missing packages, then runs all checks and tests. The last line counts the tests.

  npm test -- --only api,browser    runs only these steps; available: ${names.join(', ')}
  npm test -- --profile strict      uses DATABASE_PROFILE=strict on PostgreSQL in the tests of api and tools
  CHROMIUM_PATH=… npm test          uses this browser
  npm run check                     runs the checks without the tests`;

// process.exit() runs the exit handlers, which kill child processes and delete temporary files.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

await test().catch(reportLaunchError);

async function test() {
  const { only, profile = 'standard' } = readOptions(process.argv.slice(2), usage, {
    only: { type: 'string' },
    profile: { type: 'string' },
  });
  const chosen = chooseSteps(only);
  setProfile(profile);
  await installMissing({ development: true });
  putTemporaryFilesInMemory();
  const finished = await runSteps(chosen);
  console.log(formatStepSummary(finished));
  if (!finished.every(({ result }) => result.ok)) process.exitCode = 1;
}

/** @param {string} profile for api/testing/postgres.ts */
function setProfile(profile) {
  if (!profiles.includes(profile))
    throw new LaunchError(`Unknown profile ${profile}; valid profiles: ${profiles.join(', ')}.`);
  process.env.TEST_DATABASE_PROFILE = profile;
}

/** @param {string | undefined} only comma-separated names */
function chooseSteps(only) {
  const selected = only?.split(',') ?? names;
  const unknown = selected.filter(name => !names.includes(name));
  if (unknown.length > 0)
    throw new LaunchError(`Unknown step ${unknown.join(', ')}; valid steps: ${names.join(', ')}.`);
  return steps.filter(({ name }) => selected.includes(name));
}
