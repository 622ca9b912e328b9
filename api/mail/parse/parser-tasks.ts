/** What the parser does with a mail. */
export const parserTasks = ['parse', 'parse-files', 'render', 'render-remote'] as const;
export type ParserTask = (typeof parserTasks)[number];
