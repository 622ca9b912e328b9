import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOptional } from '#server/testing/debian-packages';

/** Debian 13 has Patroni 4.0.7. Patroni 3.0.2 of Debian 12 may overwrite the leader lock of another node. */
const release = 'trixie';

const updateMilliseconds = 120_000;

/**
 * Downloads Patroni of a later Debian and unpacks it into a folder. It is pure Python, so it runs with the libraries of
 * Debian 12.
 *
 * @throws UnavailableError without the network
 */
export const unpackPatroni = async (folder: string): Promise<void> => {
  const work = join(folder, 'apt');
  const env = { ...process.env, APT_CONFIG: await configureApt(work) };
  await runOptional('apt-get', ['update'], { env, timeout: updateMilliseconds });
  await runOptional('apt-get', ['download', 'patroni'], { env, cwd: work });
  const names = (await readdir(work)).filter(name => name.endsWith('.deb'));
  for (const name of names) await runOptional('dpkg', ['-x', name, folder], { env, cwd: work });
  await rm(work, { recursive: true });
};

/** Configures apt with lists of its own, from the same server. The lists of the machine stay as they are. */
const configureApt = async (work: string): Promise<string> => {
  const lists = join(work, 'lists');
  await mkdir(join(lists, 'partial'), { recursive: true });
  const { stdout } = await runOptional(
    'apt-get',
    ['indextargets', '--format', '$(REPO_URI)', 'Codename: bookworm', 'Component: main', 'Created-By: Packages'],
    { env: process.env },
  );
  const sources = join(work, 'sources');
  await writeFile(sources, `deb ${stdout.trim()} ${release} main\n`);
  const settings = { 'Etc::SourceList': sources, 'Etc::SourceParts': '/dev/null', 'State::Lists': lists, Cache: work };
  const file = join(work, 'apt.conf');
  await writeFile(
    file,
    Object.entries(settings)
      .map(([name, value]) => `Dir::${name} "${value}";\n`)
      .join(''),
  );
  return file;
};
