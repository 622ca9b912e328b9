// Chosen themes hold from the first paint on. A classic script, which the page waits for; the rest follows in main.tsx.
try {
  const theme = localStorage.getItem('stardesk:theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.mantineColorScheme = theme;
} catch {
  // Without storage nothing was chosen.
}
