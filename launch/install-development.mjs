import { installMissing } from './install.mjs';
import { reportRefusal } from './refusal.mjs';

// npm runs this before bench, fuzz and kill: `npm start` installs no development packages.
// Standard output belongs to the command, which may print JSON.
await installMissing({ development: true, screen: process.stderr }).catch(reportRefusal);
