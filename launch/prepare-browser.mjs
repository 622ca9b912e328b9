import { findBrowser } from './browser.mjs';
import { reportLaunchError } from './launch-error.mjs';
import { buildWebIfStale } from './web-build.mjs';

// Builds the web app if it is stale, and prints the path of a browser. Benchmarks run this script.

try {
  await buildWebIfStale((_label, work) => work());
  console.log(await findBrowser(process.env));
} catch (error) {
  reportLaunchError(error);
}
