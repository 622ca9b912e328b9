import { createHash } from 'node:crypto';
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** A file as it travels in one coding (RFC 9110, 8.4.1). */
type Form = { coding: (typeof codings)[number][0]; bytes: Buffer; etag: string };

/** A file of the web app: what it is, as an extension, and its forms, the smallest first. */
export type WebFile = { extension: string; forms: readonly Form[] };

/** The web app's files by their path: "/assets/index-B-Mf1Uft.js". */
export type WebFiles = ReadonlyMap<string, WebFile>;

const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
] as const;

/** Told from the bytes, so that all processes of one build agree, and each coding has its own (RFC 9110, 8.8.3.3). */
const etagOf = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

function read(file: string): WebFile {
  const present = codings.filter(([, suffix]) => existsSync(file + suffix));
  const forms = present.map(([coding, suffix]) => {
    const bytes = readFileSync(file + suffix);
    return { coding, bytes, etag: etagOf(bytes) };
  });
  return { extension: extname(file), forms };
}

/** Hidden files, links and what is packed are none of their own. */
const isOwn = (entry: Dirent) => entry.isFile() && !entry.name.startsWith('.') && !/\.(br|gz)$/.test(entry.name);

/**
 * Reads a build of the web app, precompressed where the build left .br or .gz beside a file; nothing where there is none.
 * The whole is a megabyte or two, and held: a build made anew under a running server then mixes no old page with new files.
 */
export function readWebFiles(directory: string): WebFiles {
  if (!existsSync(directory)) return new Map();
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter(isOwn);
  const paths = entries.map(entry => join(entry.parentPath, entry.name));
  return new Map(paths.map(path => [`/${relative(directory, path).split(sep).join('/')}`, read(path)]));
}
