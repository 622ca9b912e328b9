import { installMissing } from './install.mjs';
import { reportLaunchError } from './launch-error.mjs';

// npm runs this before bench, fuzz, kill and ha. `npm start` installs no development packages.
// Progress goes to standard error: the command may print JSON to standard output.
await installMissing({ development: true, screen: process.stderr }).catch(reportLaunchError);
