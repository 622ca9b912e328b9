/** The languages of files that are written for people. */
const prose: readonly (string | null)[] = [null, 'Markdown', 'Text'];

/** Whether a file in this language is prose rather than code. */
export const isProse = (language: string | null): boolean => prose.includes(language);

/** Prose goes in the direction of its first letter, code from left to right. */
export const directionOf = (language: string | null): 'auto' | 'ltr' => (isProse(language) ? 'auto' : 'ltr');
