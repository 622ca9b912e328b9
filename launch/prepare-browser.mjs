import { findBrowser } from './browser.mjs';
import { reportRefusal } from './refusal.mjs';
import { buildWebIfStale } from './web-build.mjs';

// Run by a bench: builds the web app where that is due, finds a browser and prints where its executable is.

try {
  await buildWebIfStale((_label, work) => work());
  console.log(await findBrowser(process.env));
} catch (error) {
  reportRefusal(error);
}
