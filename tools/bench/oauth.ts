import { Command } from 'commander';
import { benchCommand, logProgress } from './bench-command.ts';
import { compareOAuth, type OAuthComparison, operations } from './oauth/compare.ts';
import { startOAuthServers } from './oauth/servers.ts';
import { measureSignIns, type SignInTimes } from './oauth/sign-ins.ts';
import { parseSecondsOption } from './parse-options.ts';
import type { Table } from './table.ts';

const minimumRatio = 0.7;
const connectionCounts = [1, 8];

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `npm run bench -- oauth`: compares the OAuth server with bare oidc-provider. */
export const oauthBench = (): Command =>
  benchCommand({
    command: new Command('oauth')
      .description(
        'compare token refreshes and code flows with a bare oidc-provider, which stores everything in memory',
      )
      .option('--seconds <n>', 'seconds to measure each operation on each server', parseSecondsOption, 2),
    measure,
    tables: ({ comparisons, signIns }) => [comparisonTable(comparisons), signInTable(signIns)],
  });

async function measure({
  seconds,
}: {
  seconds: number;
}): Promise<{ comparisons: OAuthComparison[]; signIns: SignInTimes[] }> {
  const servers = await startOAuthServers();
  const comparisons: OAuthComparison[] = [];
  try {
    logProgress('sign-ins');
    const signIns = await measureSignIns(servers.desk.url, servers.dataDir, 100);
    for (const operation of operations) {
      for (const connections of connectionCounts) {
        for (const program of servers.programs) {
          logProgress(`${operation.name}: ${program.name}, connections: ${connections}`);
          comparisons.push(await compareOAuth(servers, operation, program, connections, seconds));
        }
      }
    }
    return { comparisons, signIns };
  } finally {
    await servers.stop();
  }
}

const signInTable = (signIns: readonly SignInTimes[]): Table => ({
  heading: 'Sign-ins at the desk with the form, one at a time, in milliseconds',
  columns: ['', 'p50', 'p99', 'p50, relative to the first row'],
  rows: signIns.map(({ kind, p50, p99 }) => [kind, ...[p50, p99, p50 / (signIns[0]?.p50 ?? 0)].map(fine.format)]),
});

const comparisonTable = (comparisons: readonly OAuthComparison[]): Table => ({
  heading:
    'The OAuth server on SQLite and a bare oidc-provider with its in-memory adapter: medians of short rounds; the ratio of rates is the median of the ratios of the rounds',
  columns: [
    'operation',
    'client',
    'connections',
    'desk/s',
    'bare/s',
    'rate, desk / bare',
    `≥ ${minimumRatio}`,
    'CPU µs, desk / bare',
    'CPU ratio, bare / desk',
    'desk p50 ms',
    'desk p99 ms',
  ],
  rows: comparisons.map(each => [
    each.operation,
    each.program,
    whole.format(each.connections),
    whole.format(each.deskPerSecond),
    whole.format(each.baselinePerSecond),
    fine.format(each.ratio),
    each.hasTarget ? (each.ratio >= minimumRatio ? 'ok' : 'miss') : '',
    `${whole.format(each.deskProcessorTime)} / ${whole.format(each.baselineProcessorTime)}`,
    fine.format(each.baselineProcessorTime / each.deskProcessorTime),
    fine.format(each.p50),
    fine.format(each.p99),
  ]),
});
