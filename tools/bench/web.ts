import { Command, InvalidArgumentError } from 'commander';
import { createIntegerArgumentParser } from '../integer-argument.ts';
import { benchCommand, logProgress } from './bench-command.ts';
import { parseTicketsOption } from './parse-options.ts';
import { openBrowser, openContext, signIn } from './web/browser.ts';
import { type InitialLoad, measureInitialLoad } from './web/initial-load.ts';
import { measurePictureThread } from './web/pictures.ts';
import { baselineScreen, inboxScreen, listInitialScreens } from './web/screens.ts';
import { costTable, initialLoadTable } from './web/tables.ts';
import { measureScreen, type ScreenWork } from './web/workload.ts';
import { openWebDesk } from './web-desk.ts';

type Options = { tickets: number; rows: number; slower: number };

type Results = {
  tickets: number;
  desk: ScreenWork;
  baseline: ScreenWork;
  initialLoads: InitialLoad[];
  /** Milliseconds to the next paint after opening a thread with thirty pictures. */
  pictures: number[];
};

/** `npm run bench -- web`: compares the production build in a browser with its budgets and a baseline. */
export const webBench = (): Command =>
  benchCommand({
    command: new Command('web')
      .description('compare the web app in a browser with its budgets, and with a static page')
      .option('--tickets <n>', 'size of the desk', parseTicketsOption, 100_000)
      .option('--rows <n>', 'number of rows to scroll through', createIntegerArgumentParser(100, 1_000_000), 5000)
      // The default simulates an office laptop on a developer's machine.
      .option('--slower <n>', 'CPU slowdown factor, 1 to 20', parseSlowdown, 4),
    measure,
    tables: ({ desk, baseline, initialLoads, pictures }, options) => [
      initialLoadTable(initialLoads),
      costTable(options, desk, baseline, pictures),
    ],
  });

async function measure({ tickets, rows, slower }: Options): Promise<Results> {
  logProgress('building the web app and finding a browser');
  const browser = await openBrowser();
  try {
    logProgress(`a desk of ${tickets} tickets`);
    const desk = await openWebDesk(tickets);
    try {
      const storageState = await signIn(browser, desk.publicUrl);
      logProgress('measuring the initial loads');
      const initialLoads: InitialLoad[] = [];
      for (const screen of listInitialScreens(desk.publicUrl))
        initialLoads.push(await measureInitialLoad(browser, storageState, screen));
      logProgress('measuring the baseline page');
      const baselineWork = await measureScreen(await openContext(browser), baselineScreen, { rows, slowdown: slower });
      logProgress('measuring the web app');
      const deskWork = await measureScreen(await openContext(browser, storageState), inboxScreen(desk.publicUrl), {
        rows,
        slowdown: slower,
      });
      logProgress('measuring a thread with pictures');
      const pictures = await measurePictureThread(await openContext(browser, storageState), desk.publicUrl, slower);
      return { tickets, desk: deskWork, baseline: baselineWork, initialLoads, pictures };
    } finally {
      await desk.stop();
    }
  } finally {
    await browser.close();
  }
}

function parseSlowdown(text: string): number {
  const number = Number(text);
  if (number >= 1 && number <= 20) return number;
  throw new InvalidArgumentError('Must be a number from 1 to 20.');
}
