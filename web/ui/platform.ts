/** Whether the platform uses ⌘ for commands. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
