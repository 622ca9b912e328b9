/** The tasks of the parser. `parse-files` also returns the bytes of files, `render-remote` shows remote pictures. */
export const parserTasks = ['parse', 'parse-files', 'render', 'render-remote'] as const;
export type ParserTask = (typeof parserTasks)[number];

/** The parser process sends this message when it has received a whole mail. */
export const startedMessage = 'started';
