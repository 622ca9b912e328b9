import { findBrowser } from './browser.mjs';
import { reportLaunchError } from './launch-error.mjs';
import { buildWebIfStale } from './web-build.mjs';

// Run by a benchmark: builds the web app if it is stale, finds a browser and prints the path of its executable.

try {
  await buildWebIfStale((_label, work) => work());
  console.log(await findBrowser(process.env));
} catch (error) {
  reportLaunchError(error);
}
