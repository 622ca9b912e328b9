// Applies the stored theme before the first paint. A classic script, because it must block rendering.
try {
  const theme = localStorage.getItem('stardesk:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.mantineColorScheme = theme;
} catch {
  // Storage is blocked: no theme is stored.
}
