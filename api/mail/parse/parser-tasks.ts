/** The work of the parser on a mail. */
export const parserTasks = ['parse', 'parse-files', 'render', 'render-remote'] as const;
export type ParserTask = (typeof parserTasks)[number];

/** The process sends it when it has received a whole mail. */
export const startedMessage = 'started';
