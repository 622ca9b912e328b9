import { DatabaseSync } from 'node:sqlite';

/** Words to search for. */
export type Words = {
  /** In about 20 tickets, however many there are. */
  rare: string;
  /** In about one ticket of ten. */
  common: string;
  /** In nearly all. */
  everywhere: string;
};

/** Chooses words by how many tickets of a store hold them, which its search index knows. */
export function chooseWords(file: string, tickets: number): Words {
  const database = new DatabaseSync(file);
  database.exec(`create virtual table temp.vocabulary using fts5vocab('main', 'ticket_search', 'col')`);
  const nearest = database.prepare(
    `select term from vocabulary where col = 'words' and length(term) > 2 order by abs(doc - ?), term limit 1`,
  );
  const wordIn = (documents: number): string => String(nearest.get(documents)?.['term']);
  const words = { rare: wordIn(20), common: wordIn(tickets / 10), everywhere: wordIn(tickets) };
  database.close();
  return words;
}
