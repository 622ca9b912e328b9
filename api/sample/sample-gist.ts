import type { Age } from './age.ts';
import type { AgentName } from './people.ts';

/** A gist as the sample files write it down. File contents are indented as the code around them, and stored at column 0. */
export type SampleGist = {
  owner: AgentName;
  age: Age;
  /** False: only its owner sees it. */
  public?: false;
  starredBy: readonly AgentName[];
  description: string;
  files: Readonly<Record<string, string>>;
};
