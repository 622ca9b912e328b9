/** Path separators, control characters, line separators, and characters that change the reading direction. */
const unsafe = /[/\\\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const maxLength = 255;

/**
 * Returns a name of 1 to 255 code points. Replaces path separators, control characters and direction overrides. An
 * empty name, or a name of dots, becomes `file`.
 */
export const cleanName = (name: string): string => {
  const characters = [...name.toWellFormed().replace(unsafe, '_').trim()];
  if (characters.every(character => character === '.')) return 'file';
  return characters.slice(0, maxLength).join('');
};

/** Matches a media type with parameters (RFC 9110 8.3.1). */
const mediaType =
  /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:[ \t]*;[ \t]*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[ !#-[\]-~]*"))*$/;

const maxTypeLength = 255;

/** Returns the media type that a sender declared. Null if it is missing, invalid or too long. */
export const cleanDeclaredType = (type: string | undefined): string | null =>
  type !== undefined && type.length <= maxTypeLength && mediaType.test(type) ? type : null;
