import { createHash } from 'node:crypto';
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** A file in one content coding (RFC 9110, 8.4.1). */
type Representation = { coding: (typeof codings)[number][0]; bytes: Buffer; etag: string };

/** A file of the web app: its extension and its representations, the smallest first. */
export type WebFile = { extension: string; representations: readonly Representation[] };

/** The web app's files by path, such as "/assets/index-B-Mf1Uft.js". */
export type WebFiles = ReadonlyMap<string, WebFile>;

const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
] as const;

/**
 * Hashes the bytes. The hash is equal for all processes of one build, and different for each coding (RFC 9110,
 * 8.8.3.3).
 */
const createEtag = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

function readWebFile(file: string): WebFile {
  const present = codings.filter(([, suffix]) => existsSync(file + suffix));
  const representations = present.map(([coding, suffix]) => {
    const bytes = readFileSync(file + suffix);
    return { coding, bytes, etag: createEtag(bytes) };
  });
  return { extension: extname(file), representations };
}

/** Excludes hidden files, links and precompressed copies. */
const isSourceFile = (entry: Dirent) => entry.isFile() && !entry.name.startsWith('.') && !/\.(br|gz)$/.test(entry.name);

/**
 * Reads a build of the web app with its .br and .gz copies. Without a build, the map is empty. The files, one or two
 * megabytes, stay in memory, so that rebuilding under a running server never mixes old pages with new files.
 */
export function readWebFiles(directory: string): WebFiles {
  if (!existsSync(directory)) return new Map();
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter(isSourceFile);
  const paths = entries.map(entry => join(entry.parentPath, entry.name));
  return new Map(paths.map(path => [`/${relative(directory, path).split(sep).join('/')}`, readWebFile(path)]));
}
