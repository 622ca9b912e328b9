import type { Selectable } from 'kysely';
import type { Gist, GistDraft } from '#contract';
import { getFileLanguage } from '#contract/file-languages';
import { isoTime } from '../database/column-encoding.ts';
import type { GistTable } from '../database/schema.ts';
import { toSearchText } from '../database/tokenize.ts';

/** A stored gist with its files in order. */
export type GistRow = Omit<Selectable<GistTable>, 'words'> & { files: { name: string; content: string }[] };

/** The columns of {@link GistRow}. */
export const gistSelection = [
  'gists.n',
  'gists.id',
  'gists.version',
  'gists.created_at',
  'gists.updated_at',
  'gists.description',
  'gists.public',
  'gists.owner_id',
] as const;

/** Converts a stored gist to its representation; `baseUrl` is API_PUBLIC_URL. */
export const toGist =
  (baseUrl: string) =>
  (row: GistRow): Gist => ({
    id: row.id,
    url: `${baseUrl}/v1/gists/${row.id}`,
    description: row.description,
    public: row.public === 1,
    files: Object.fromEntries(
      row.files.map(({ name, content }) => [
        name,
        { content, size: Buffer.byteLength(content), ...getFileLanguage(name) },
      ]),
    ),
    owner_id: row.owner_id,
    version: row.version,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  });

/** Picks the writable fields of a stored gist. */
export const gistDraft = (row: GistRow): GistDraft => ({
  description: row.description,
  public: row.public === 1,
  files: Object.fromEntries(row.files.map(({ name, content }) => [name, { content }])),
});

/** Converts the writable fields to the gist's columns, including its search words. */
export const gistColumns = ({ description, public: visible, files }: GistDraft) => ({
  description,
  public: visible ? 1 : 0,
  words: ` ${toSearchText([description, ...Object.entries(files).flatMap(([name, { content }]) => [name, content])])} `,
});

/** Lists the read-only members of all files by path. The body may be unvalidated. */
export const listReadOnlyFileMembers = ({ files }: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    getMembers(files).flatMap(([name, file]) =>
      getMembers(file)
        .filter(([member]) => ['size', 'language', 'type'].includes(member))
        .map(([member, value]) => [`files.${name}.${member}`, value]),
    ),
  );

const getMembers = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

/** Flattens the writable fields for the change log, one field per file. */
export const toLoggedGistFields = ({ files, ...fields }: GistDraft) => ({
  ...fields,
  ...Object.fromEntries(Object.entries(files).map(([name, { content }]) => [`files.${name}`, content])),
});

/** The body of a PATCH. `files` contains the files to add or replace; null deletes a file. */
type GistDelta = Partial<Omit<GistDraft, 'files'>> & { files?: Record<string, { content: string } | null> };

/** Merges a delta into a draft, and `files` by name (RFC 7396). */
export const mergeGist = (stored: GistDraft, { files, ...delta }: GistDelta): GistDraft => {
  const merged = Object.entries({ ...stored.files, ...files });
  return {
    ...stored,
    ...delta,
    files: Object.fromEntries(merged.flatMap(([name, file]) => (file === null ? [] : [[name, file]]))),
  };
};
