/** The scheme with the user, the hosts, and the rest of a PostgreSQL URL. The password may contain an unescaped `@`. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** Splits `postgres://user@db1,db2:5433/desk` into one URL per host; null if the URL is malformed. */
export const splitHosts = (url: string): [string, ...string[]] | null => {
  const [, start, hosts, rest] = parts.exec(url) ?? [];
  if (start === undefined || hosts === undefined || rest === undefined) return null;
  const [first, ...others] = hosts.split(',').map(host => `${start}${host}${rest}`);
  const hasEmptyHost = others.length > 0 && /^,|,,|,$|(^|,):/.test(hosts);
  if (first === undefined || hasEmptyHost || ![first, ...others].every(each => URL.canParse(each))) return null;
  return [first, ...others];
};
