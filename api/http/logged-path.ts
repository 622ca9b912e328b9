/**
 * The path of an address as a log may hold it. Its query may hold what people search for, and an OAuth request its code and
 * state; the number of a step of the sign-in is what the browser's cookie holds too.
 */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(/(\/oauth\/(?:authorize|consent|sign-in)\/).+/, '$1…');
