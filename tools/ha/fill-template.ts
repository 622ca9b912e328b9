import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '#server/testing/server-process';

/** Fills the variables of a file in `deploy/`, as `envsubst` does. @throws for a variable without a value */
export const fillTemplate = async (name: string, values: Readonly<Record<string, string | number>>): Promise<string> =>
  (await readFile(join(projectFolder, 'deploy', name), 'utf8')).replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => {
    const value = values[variable];
    if (value === undefined) throw new Error(`deploy/${name} has the variable ${variable}, which has no value.`);
    return String(value);
  });
