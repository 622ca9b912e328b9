/** A browser without JavaScript. It stores cookies by path, submits forms, and follows redirects on demand. */
export type FormBrowser = {
  /** Sends one request and does not follow redirects. */
  open(address: string | URL, init?: RequestInit): Promise<BrowserPage>;
  /** Follows redirects to a page, or up to a redirect whose target starts with `until`. */
  follow(address: string | URL, until: string): Promise<BrowserPage>;
  /** Posts a form to the page's own URL. */
  submit(page: BrowserPage, fields: Record<string, string>): Promise<BrowserPage>;
  cookies: Cookie[];
};

export type BrowserPage = {
  url: string;
  status: number;
  headers: Headers;
  text: string;
  /** The absolute target of a redirect. */
  location: string | null;
};

type Cookie = { name: string; value: string; path: string };

export const createFormBrowser = (): FormBrowser => {
  const cookies: Cookie[] = [];

  const storeCookie = (line: string) => {
    const [pair = '', ...attributes] = line.split(';').map(part => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find(each => /^path=/i.test(each))?.slice(5) ?? '/';
    const index = cookies.findIndex(each => each.name === name && each.path === path);
    if (index >= 0) cookies.splice(index, 1);
    if (value !== '' && !attributes.some(each => /^expires=Thu, 01 Jan 1970/i.test(each))) {
      cookies.push({ name, value, path });
    }
  };

  const open: FormBrowser['open'] = async (address, init = {}) => {
    const { href, pathname } = new URL(address);
    const sent = cookies.filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')));
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
    const headers = { Accept: 'text/html', ...(cookie !== '' && { Cookie: cookie }), ...init.headers };
    const response = await fetch(href, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) storeCookie(line);
    const location = response.headers.get('location');
    return {
      url: href,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? null : new URL(location, href).href,
    };
  };

  const follow: FormBrowser['follow'] = async (address, until) => {
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

/** Copies a browser with its current cookies. */
export const copyBrowser = ({ cookies }: FormBrowser): FormBrowser => {
  const copy = createFormBrowser();
  copy.cookies.push(...cookies.map(cookie => ({ ...cookie })));
  return copy;
};
