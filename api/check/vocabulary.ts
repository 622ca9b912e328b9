import type { Queries } from '../database/database.ts';
import { readSearchDocuments } from '../database/index-ticket.ts';
import { getVocabulary } from '../database/vocabulary.ts';
import { createRowsCheck } from './check.ts';

/**
 * Checks that a search for `word*` can find each word. Words that no ticket contains any more may remain in the
 * vocabulary.
 */
export const vocabularyCheck = createRowsCheck(
  { name: 'vocabulary', rule: 'The vocabulary contains the words of all tickets and messages.' },
  'tickets',
  async (queries, { after, last }) => {
    const documents = await readSearchDocuments(queries, after + 1, last);
    const words = new Map(documents.map(({ id, text }) => [id, getVocabulary(text)]));
    const storedWords = await selectStoredWords(queries, [...new Set([...words.values()].flat())]);
    return [...words]
      .map(([id, ticketWords]) => ({ id, missing: ticketWords.filter(word => !storedWords.has(word)).length }))
      .filter(({ missing }) => missing > 0)
      .map(({ id, missing }) => {
        const sentence = `Ticket ${id}: words missing from the vocabulary: ${missing}.`;
        return { table: 'tickets', id, sentence };
      });
  },
);

const wordsPerStatement = 1000;

const selectStoredWords = async (queries: Queries, words: readonly string[]): Promise<Set<string>> => {
  const stored = new Set<string>();
  for (let done = 0; done < words.length; done += wordsPerStatement) {
    const batch = words.slice(done, done + wordsPerStatement);
    const rows = await queries.selectFrom('search_words').select('word').where('word', 'in', batch).execute();
    for (const { word } of rows) stored.add(word);
  }
  return stored;
};
