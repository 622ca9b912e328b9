import { sql } from 'kysely';
import type { Queries } from '../database/queries.ts';
import { GroupingAdapter } from '../database/sqlite-dialect.ts';

/** Reads one chunk of a file. @returns null if its row is missing */
export const readChunk = (queries: Queries, sha256: string, position: number): Promise<Uint8Array | null> =>
  queries.getExecutor().adapter instanceof GroupingAdapter
    ? readBlob(queries, sha256, position)
    : readPieces(queries, sha256, position);

const readBlob = async (queries: Queries, sha256: string, position: number): Promise<Uint8Array | null> => {
  const chunk = await queries
    .selectFrom('file_chunks')
    .select('data')
    .where('sha256', '=', sha256)
    .where('position', '=', position)
    .executeTakeFirst();
  return chunk?.data ?? null;
};

const pieceBytes = 32 * 1024;

/**
 * Reads a row from PostgreSQL in pieces. pg receives bytes as text: base64 is shorter than hex, and pg copies long rows
 * several times while they arrive. The empty string makes PostgreSQL decompress a row once, not for each piece.
 */
const readPieces = async (queries: Queries, sha256: string, position: number): Promise<Uint8Array | null> => {
  const { rows } = await sql<{ length: number; text: string }>`
    select length(data) as length,
      encode(substring(data from piece * ${sql.lit(pieceBytes)} + 1 for ${sql.lit(pieceBytes)}), 'base64') as text
    from (select data || ''::bytea as data from file_chunks where sha256 = ${sha256} and position = ${position} offset 0)
      as chunk, generate_series(0, greatest(length(data) - 1, 0) / ${sql.lit(pieceBytes)}) as piece
    order by piece`.execute(queries);
  const [first] = rows;
  if (first === undefined) return null;
  const chunk = Buffer.allocUnsafeSlow(first.length);
  let written = 0;
  for (const { text } of rows) written += chunk.write(text, written, 'base64');
  return chunk;
};
