// Runs before the first paint. A classic script, because it must block rendering.

// Applies the stored theme.
try {
  const theme = localStorage.getItem('stardesk:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.mantineColorScheme = theme;
} catch {
  // Storage is blocked: the page follows the theme of the system.
}

// Preloads the code of the ticket page together with the app's. The build writes the file names into `data-ticket`.
if (/^\/tickets\/(?!recently_closed$)[^/]+$/.test(location.pathname)) {
  const files = document.currentScript?.dataset.ticket?.split(' ') ?? [];
  for (const href of files) {
    const isScript = href.endsWith('.js');
    const link = document.createElement('link');
    Object.assign(link, { rel: isScript ? 'modulepreload' : 'preload', as: isScript ? '' : 'style' });
    Object.assign(link, { crossOrigin: '', href });
    document.head.append(link);
  }
}
