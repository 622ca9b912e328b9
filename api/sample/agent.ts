/** Somebody tickets can be assigned to. */
export type Agent = { id: string; name: string };
