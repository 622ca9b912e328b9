import type { Browser } from '@playwright/test';
import { Command, InvalidArgumentError } from 'commander';
import { fillIn } from '../program.ts';
import { benchCommand, tell } from './bench-command.ts';
import { person } from './oauth/program.ts';
import { readTickets, readWhole } from './read-options.ts';
import { openBrowser, openWindow } from './web/browser.ts';
import { floor, inbox } from './web/screens.ts';
import { costTable } from './web/tables.ts';
import { type Work, workOn } from './web/work.ts';
import { openWebDesk } from './web-desk.ts';

type Options = { tickets: number; rows: number; slower: number };

/** All that was measured. */
type Results = { tickets: number; desk: Work; floor: Work };

/** `npm run bench -- web`: the production build in a browser, against its budgets. */
export const webBench = (): Command =>
  benchCommand({
    command: new Command('web')
      .description('the web app in a browser against its budgets, and against a page with nothing behind it')
      .option('--tickets <n>', 'size of the desk', readTickets, 100_000)
      .option('--rows <n>', 'how many rows to scroll through', readWhole(100, 1_000_000), 5000)
      // An office laptop beside what developers have.
      .option('--slower <n>', 'how many times slower the processor is made, 1 to 20', readSlower, 4),
    measure,
    tables: ({ desk, floor }, options) => [costTable(options, desk, floor)],
  });

async function measure({ tickets, rows, slower }: Options): Promise<Results> {
  tell('building, and looking for a browser');
  const browser = await openBrowser();
  try {
    tell(`a desk of ${tickets} tickets`);
    const desk = await openWebDesk(tickets);
    try {
      const signedIn = await signIn(browser, desk.publicUrl);
      tell('working on the floor');
      const floorWork = await workOn(await openWindow(browser), floor, { rows, slower });
      tell('working on the desk');
      const deskWork = await workOn(await openWindow(browser, signedIn), inbox(desk.publicUrl), { rows, slower });
      return { tickets, desk: deskWork, floor: floorWork };
    } finally {
      await desk.stop();
    }
  } finally {
    await browser.close();
  }
}

/** The cookies of somebody who has signed in; what else their browser kept is left behind. */
async function signIn(browser: Browser, publicUrl: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(publicUrl);
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await fillIn(page, person);
  await page.getByRole('navigation', { name: 'Desk' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return { ...state, origins: [] };
}

function readSlower(text: string): number {
  const number = Number(text);
  if (number >= 1 && number <= 20) return number;
  throw new InvalidArgumentError('It is a number from 1 to 20.');
}
