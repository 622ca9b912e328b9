export type Action = {
  /**
   * One keystroke, or several separated by spaces. A keystroke is a KeyboardEvent.key: `Space` for a space, letters in
   * lower case. `Mod ` before it means ⌘ or Ctrl. `Shift ` is only for letters and named keys. Without keys: palette
   * only.
   */
  keys?: string;
  label: string;
  /** `Notification`, `Mail`, `Job`, `Person` and `Program` may share keys with `Ticket`. Their pages show no ticket. */
  group: 'Move' | 'Go' | 'List' | 'Ticket' | 'Notification' | 'Mail' | 'Job' | 'Person' | 'Program' | 'Gist' | 'Desk';
  /** Limits the keys to a part of the page. Without a scope they work everywhere, in fields only with `Mod`. */
  scope?: 'In a list' | 'Writing a message' | 'Viewing a picture' | 'Editing' | 'In any field';
  /** Hidden from viewers. */
  writes?: true;
  /** Repeats while its key is held down. */
  repeats?: true;
  /** Prefix of the action's choices in the palette: "Assign to" Mara Okafor. */
  choice?: string;
};
