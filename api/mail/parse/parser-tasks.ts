/** The work of the parser on a mail. */
export const parserTasks = ['parse', 'parse-files', 'render', 'render-remote'] as const;
export type ParserTask = (typeof parserTasks)[number];
