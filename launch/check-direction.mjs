import rules from '../.dependency-cruiser.mjs';
import { checkDirections, listFaults } from './direction.mjs';
import { root } from './paths.mjs';
import { listFiles } from './sources.mjs';

// Run by test.mjs on the pinned Node: prints every import that goes the wrong way, and how much was looked at.

const sources = ['server', 'api', 'bff', 'web', 'e2e']
  .flatMap(part => listFiles(root, part))
  .filter(path => /\.tsx?$/.test(path));
const directions = await checkDirections(root, sources, rules);
const faults = listFaults(directions);
console.log([...faults, `${directions.modules} modules, ${faults.length} faults`].join('\n'));
if (faults.length > 0) process.exitCode = 1;
