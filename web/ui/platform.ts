/** Whether the command key is ⌘. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
