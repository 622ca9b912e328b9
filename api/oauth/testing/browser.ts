/** A browser without JavaScript: it keeps cookies by path, follows redirects when told to, and fills in forms. */
export type Browser = {
  /** One request; redirects are not followed. */
  open(address: string | URL, init?: RequestInit): Promise<Page>;
  /** Follows redirects until a page, or until one leads to an address that begins with `until`. */
  follow(address: string | URL, until: string): Promise<Page>;
  /** Sends the form of a page to the page's own address. */
  submit(page: Page, fields: Record<string, string>): Promise<Page>;
  cookies: Cookie[];
};

export type Page = {
  url: string;
  status: number;
  headers: Headers;
  text: string;
  /** Where a redirect leads. */
  location: string | null;
};

type Cookie = { name: string; value: string; path: string };

export const createBrowser = (): Browser => {
  const cookies: Cookie[] = [];

  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split(';').map(part => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find(each => /^path=/i.test(each))?.slice(5) ?? '/';
    const known = cookies.findIndex(each => each.name === name && each.path === path);
    if (known >= 0) cookies.splice(known, 1);
    if (value !== '' && !attributes.some(each => /^expires=Thu, 01 Jan 1970/i.test(each))) {
      cookies.push({ name, value, path });
    }
  };

  const open: Browser['open'] = async (address, init = {}) => {
    const { href, pathname } = new URL(address);
    const sent = cookies.filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')));
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
    const headers = { Accept: 'text/html', ...(cookie !== '' && { Cookie: cookie }), ...init.headers };
    const response = await fetch(href, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keep(line);
    const location = response.headers.get('location');
    return {
      url: href,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? null : new URL(location, href).href,
    };
  };

  const follow: Browser['follow'] = async (address, until) => {
    const page = await open(address);
    if (page.location === null || page.location.startsWith(until)) return page;
    return follow(page.location, until);
  };

  return {
    open,
    follow,
    submit: (page, fields) => open(page.url, { method: 'POST', body: new URLSearchParams(fields) }),
    cookies,
  };
};
