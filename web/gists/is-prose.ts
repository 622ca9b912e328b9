const prose: readonly (string | null)[] = [null, 'Markdown', 'Text'];

/** Returns true for prose, false for code. An unknown language (null) counts as prose. */
export const isProse = (language: string | null): boolean => prose.includes(language);

/** Prose has the direction of its first letter; code is left to right. */
export const getTextDirection = (language: string | null): 'auto' | 'ltr' => (isProse(language) ? 'auto' : 'ltr');
