import { codeGists } from './gists-code.ts';
import { replyGists } from './gists-replies.ts';
import { runbookGists } from './gists-runbooks.ts';
import type { SampleGist } from './sample-gist.ts';

/** Replies, runbooks and snippets of the sample desk. */
export const sampleGists: readonly SampleGist[] = [...replyGists, ...runbookGists, ...codeGists];
