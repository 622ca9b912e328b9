import rules from '../.dependency-cruiser.mjs';
import { checkDirections, listProblems } from './direction.mjs';
import { listFiles } from './list-files.mjs';
import { root } from './paths.mjs';

// Prints every forbidden import and the number of modules checked. test.mjs runs it on the pinned Node.

const sources = ['server', 'api', 'bff', 'web', 'e2e', 'tools']
  .flatMap(part => listFiles(root, part))
  .filter(path => /\.tsx?$/.test(path));
const result = await checkDirections(root, sources, rules);
const problems = listProblems(result);
console.log([...problems, `${result.modules} modules, ${problems.length} problems`].join('\n'));
if (problems.length > 0) process.exitCode = 1;
