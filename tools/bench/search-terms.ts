import { DatabaseSync } from 'node:sqlite';

export type SearchTerms = {
  /** In about 20 tickets, regardless of the size of the desk. */
  rare: string;
  /** In about one ticket of ten. */
  common: string;
  /** In nearly all tickets. */
  everywhere: string;
};

/** Chooses search terms by the number of tickets that contain them, from the search index. */
export function chooseSearchTerms(file: string, tickets: number): SearchTerms {
  const database = new DatabaseSync(file);
  database.exec(`create virtual table temp.vocabulary using fts5vocab('main', 'ticket_search', 'col')`);
  const nearest = database.prepare(
    `select term from vocabulary where col = 'words' and length(term) > 2 order by abs(doc - ?), term limit 1`,
  );
  const findWord = (documents: number): string => String(nearest.get(documents)?.['term']);
  const terms = { rare: findWord(20), common: findWord(tickets / 10), everywhere: findWord(tickets) };
  database.close();
  return terms;
}
